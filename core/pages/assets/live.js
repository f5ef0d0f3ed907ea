// Keeps the part of a page that is marked with data-live="<address of that part>" true. What has the focus keeps it, and
// what is open stays open: elements are changed, not replaced. A form with data-live-form="<id of its status>" is sent
// from here. data-live-every="<milliseconds>" asks more or less often.

const REFRESH_MS = 10_000;
const SIGNED_OUT = 'You are signed out: reload the page.';
const FAILED = 'Something went wrong: reload the page.';
const SILENT = 'Sidelight does not respond: this page may be out of date.';

const region = document.querySelector('[data-live]');
const trouble = document.getElementById('live-trouble');

setInterval(() => document.hidden || refresh(), Number(region.dataset.liveEvery ?? REFRESH_MS));
document.addEventListener('visibilitychange', () => document.hidden || refresh());
region.addEventListener('submit', (event) => {
  if (!event.target.matches('form[data-live-form]')) return;
  event.preventDefault();
  send(event.target);
});

async function refresh() {
  show(await asked(fetch(region.dataset.live)));
}

async function send(form) {
  const button = form.querySelector('button');
  const status = document.getElementById(form.dataset.liveForm);
  if (button.ariaBusy === 'true') return;
  const held = [button, status];
  for (const element of held) element.dataset.held = '';
  button.ariaBusy = 'true';
  status.className = 'outcome pending';
  status.textContent = button.dataset.busy;
  const body = new URLSearchParams(new FormData(form));
  const answer = await asked(fetch(form.action, { method: 'POST', body }));
  for (const element of held) delete element.dataset.held;
  button.ariaBusy = null;
  if (answer === '') status.textContent = '';
  show(answer);
}

/** What was answered; '' when nothing of use was, which is told. */
async function asked(request) {
  try {
    const response = await request;
    trouble.textContent = response.ok ? '' : response.status === 401 || response.status === 403 ? SIGNED_OUT : FAILED;
    return response.ok ? await response.text() : '';
  } catch {
    trouble.textContent = SILENT;
    return '';
  }
}

function show(html) {
  const fresh = new DOMParser().parseFromString(html, 'text/html').getElementById(region.id);
  if (fresh !== null) become(region, fresh);
}

/** Makes an element like another, and touches only what differs. */
function become(now, next) {
  if (now.dataset.held !== undefined) return;
  for (const { name } of [...now.attributes]) if (!next.hasAttribute(name) && name !== 'open') now.removeAttribute(name);
  for (const { name, value } of next.attributes) if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  let place = now.firstChild;
  for (const wanted of [...next.childNodes]) {
    const old = follow(place, wanted);
    if (old === null) {
      now.insertBefore(wanted, place);
      continue;
    }
    while (place !== old) place = drop(place);
    if (old.nodeType === Node.ELEMENT_NODE) become(old, wanted);
    else if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    place = old.nextSibling;
  }
  while (place !== null) place = drop(place);
}

/** The first of these siblings that may become the wanted one; null: none. Texts are alike: none is worth passing others for. */
function follow(first, wanted) {
  if (wanted.nodeType !== Node.ELEMENT_NODE) return first?.nodeType === wanted.nodeType ? first : null;
  for (let node = first; node !== null; node = node.nextSibling) {
    if (node.nodeName === wanted.nodeName && node.id === wanted.id) return node;
  }
  return null;
}

function drop(node) {
  const { nextSibling } = node;
  node.remove();
  return nextSibling;
}
