// Sends the form of an integration from here, so that what was typed stays: a secret never comes back from the server.

const FAILED = 'Something went wrong. Reload the page.';
const SILENT = 'Sidelight does not respond.';

const form = document.querySelector('form[data-entry-form]');
const outcome = document.getElementById('entry-outcome');

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = event.submitter ?? form.querySelector('button');
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  const body = new URLSearchParams(new FormData(form));
  body.set('do', button.value);
  say('pending', button.dataset.busy ?? 'Saving …');
  try {
    const answer = await fetch(form.action, { method: 'POST', body });
    if (answer.redirected) {
      location.assign(answer.url);
      return;
    }
    show(await answer.text());
  } catch {
    say('failed', SILENT);
  } finally {
    button.ariaBusy = null;
  }
});

/** What the page that was answered says is shown here; the fields stay as they are. */
function show(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const told = page.getElementById('entry-outcome');
  if (told === null) return say('failed', page.querySelector('main')?.textContent.trim().slice(0, 300) || FAILED);
  outcome.replaceChildren(...told.childNodes);
  for (const place of form.querySelectorAll('[data-fault]')) {
    const fault = page.querySelector(`[data-fault="${CSS.escape(place.dataset.fault)}"]`)?.textContent.trim() ?? '';
    place.textContent = fault;
    const field = form.querySelector(`[name="${CSS.escape(place.dataset.fault)}"]`);
    if (fault === '') field?.removeAttribute('aria-invalid');
    else field?.setAttribute('aria-invalid', 'true');
    if (fault !== '') place.closest('details')?.setAttribute('open', '');
  }
  form.querySelector('[aria-invalid]')?.focus();
}

function say(kind, text) {
  const line = document.createElement('p');
  line.className = `outcome ${kind}`;
  line.textContent = text;
  outcome.replaceChildren(line);
}
