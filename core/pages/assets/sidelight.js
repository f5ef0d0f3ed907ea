// Small comforts for every page; each of them works without.

/** A button with data-copy="<id>" copies the text of that element. */
document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
  const source = button && document.getElementById(button.dataset.copy);
  if (!source) return;
  const text = source.value ?? source.textContent;
  const told = await copy(text.trim(), source);
  const before = button.dataset.label ?? button.textContent;
  button.dataset.label = before;
  button.textContent = told;
  setTimeout(() => {
    button.textContent = before;
  }, 2000);
});

/** Browsers offer the clipboard to https and localhost only: elsewhere the text is selected, ready to be copied. */
async function copy(text, source) {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    const range = document.createRange();
    range.selectNodeContents(source);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    source.select?.();
    return document.execCommand('copy') ? 'Copied' : 'Selected: press Ctrl+C';
  }
}
