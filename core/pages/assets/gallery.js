// The gallery: filtered without a reload, and its tiles kept up to date while somebody looks at them.

const gallery = document.getElementById('gallery');
const tiles = [...gallery.querySelectorAll('.tile')];
const links = [...gallery.querySelectorAll('.groups a')];
const count = gallery.querySelector('.gallery-count');
const liveButton = document.getElementById('gallery-live');
const EVERY_MS = 15_000;

// Groups

for (const link of links) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.dataset.group);
    history.replaceState(null, '', link.href);
  });
}

function show(group) {
  for (const link of links) {
    if (link.dataset.group === group) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  for (const tile of tiles) tile.hidden = group !== '' && tile.dataset.group !== group;
  count.textContent = `${tiles.filter((tile) => !tile.hidden).length} of ${tiles.length} tiles`;
}

// Live data

const inView = new Set();
let timer;

const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target);
    else inView.delete(target);
  }
});
for (const tile of tiles) watcher.observe(tile);

const isLive = () => liveButton.getAttribute('aria-pressed') === 'true' && document.visibilityState === 'visible';

liveButton.hidden = false;
liveButton.addEventListener('click', () => {
  const pressed = liveButton.getAttribute('aria-pressed') === 'true';
  liveButton.setAttribute('aria-pressed', String(!pressed));
  plan(0);
});
document.addEventListener('visibilitychange', () => plan(0));
plan(EVERY_MS);

/** One round after the other: a slow answer never piles up. */
function plan(ms) {
  clearTimeout(timer);
  if (isLive()) timer = setTimeout(round, ms);
}

async function round() {
  const answers = await Promise.all([...inView].map(refresh));
  if (answers.includes(401)) stop();
  else plan(EVERY_MS);
}

/** The status of the answer; 0 when there was none. */
async function refresh(tile) {
  try {
    const answer = await fetch(gallery.dataset.tiles + encodeURIComponent(tile.dataset.id), { redirect: 'manual' });
    // Who is signed out is sent to the sign-in.
    if (answer.type === 'opaqueredirect') return 401;
    if (answer.ok) replace(tile, await answer.text());
    tile.toggleAttribute('data-late', !answer.ok);
    return answer.status;
  } catch {
    tile.toggleAttribute('data-late', true);
    return 0;
  }
}

/** All but the open or closed JSON: its text alone changes, unless somebody is marking it. */
function replace(tile, html) {
  const fresh = new DOMParser().parseFromString(html, 'text/html');
  for (const part of ['.tile-face', '.when']) tile.querySelector(part).replaceWith(fresh.querySelector(part));
  const json = tile.querySelector('pre');
  const text = fresh.querySelector('pre').textContent;
  const marked = getSelection();
  if (json.textContent !== text && !(marked.isCollapsed === false && marked.containsNode(json, true))) {
    json.textContent = text;
  }
}

function stop() {
  liveButton.setAttribute('aria-pressed', 'false');
  count.textContent = 'You are signed out: reload the page to go on.';
}
