// Shows how far an upload has come, and keeps what is told of an import true while it goes on. Without it the page loads itself again.

const REFRESH_MS = 1000;
const SIGNED_OUT = 'You are signed out: reload the page.';
const SILENT = 'Sidelight does not respond: this page may be out of date.';

const trouble = document.getElementById('import-trouble');
const region = () => document.getElementById('import');

setInterval(() => document.hidden || region().dataset.running === undefined || refresh(), REFRESH_MS);
document.addEventListener('submit', (event) => {
  if (!event.target.matches('form.import')) return;
  event.preventDefault();
  upload(event.target);
});

async function refresh() {
  try {
    const answer = await fetch(region().dataset.state);
    trouble.textContent = answer.ok ? '' : SIGNED_OUT;
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  } catch {
    // Sidelight restarts, or the network is gone: the next round asks again.
    trouble.textContent = SILENT;
  }
}

/** While it goes on only the numbers change, so that the button keeps the focus. */
function show(page) {
  const next = page.getElementById('import');
  const now = region();
  if (now.querySelector('h2')?.textContent !== next.querySelector('h2')?.textContent || next.dataset.running === undefined) {
    now.replaceWith(next);
    next.querySelector('h2')?.setAttribute('tabindex', '-1');
    next.querySelector('h2')?.focus();
    return;
  }
  now.querySelector('progress').value = next.querySelector('progress').value;
  now.querySelector('[role="status"]').textContent = next.querySelector('[role="status"]').textContent;
}

function upload(form) {
  const [line, button] = [form.querySelector('.sending'), form.querySelector('button')];
  const [bar, text] = [line.querySelector('progress'), line.querySelector('[role="status"]')];
  const request = new XMLHttpRequest();
  const fail = (sentence) => {
    trouble.textContent = sentence;
    line.hidden = true;
    button.disabled = false;
  };
  trouble.textContent = '';
  line.hidden = false;
  button.disabled = true;
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    bar.value = (loaded / total) * 100;
    text.textContent = `${Math.floor((loaded / total) * 100)} % sent`;
  });
  request.addEventListener('load', () => {
    if (request.status < 400) return location.reload();
    fail(sentenceOf(request.responseText) || SIGNED_OUT);
  });
  request.addEventListener('error', () => fail('The upload was interrupted: there may be too little space, or the connection was lost.'));
  request.open('POST', form.action);
  request.setRequestHeader('accept', 'application/json');
  request.send(new FormData(form));
}

function sentenceOf(text) {
  try {
    const { message, hint } = JSON.parse(text).error;
    return `${message}. ${hint}`;
  } catch {
    return '';
  }
}
