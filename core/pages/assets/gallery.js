import { drawCharts } from './chart.js';

// Tiles, kept up to date while somebody looks at them; in the gallery they are filtered without a reload, and can be held.

const gallery = document.querySelector('[data-tiles]');
const tiles = [...gallery.querySelectorAll('.tile')];
const links = [...gallery.querySelectorAll('.groups a')];
const count = gallery.querySelector('.gallery-count');
/** What a person need not see unless asked for: a group that is chosen opens it. */
const folded = gallery.querySelector('.folded');
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
  const found = group !== '' && [...(folded?.querySelectorAll('.tile') ?? [])].some((tile) => !tile.hidden);
  if (folded !== null) Object.assign(folded, { open: found, hidden: group !== '' && !found });
  count.textContent = `${tiles.filter((tile) => !tile.hidden).length} of ${tiles.length} tiles`;
}

// Live data: told by events which tiles have changed; asked in rounds where no stream of events is to be had

const inView = new Set();
/** Id of a tile → the ETag of what its widget answers by now. */
const newest = new Map();
/** Tiles that are being asked for. */
const asked = new Set();
let stream = null;
let timer;

let isOver = false;
const isHeld = () => isOver || liveButton?.getAttribute('aria-pressed') === 'false';
const isLive = () => !isHeld() && document.visibilityState === 'visible';
const isTold = () => stream?.readyState === EventSource.OPEN;
const isOld = ({ dataset }) => newest.has(dataset.id) && newest.get(dataset.id) !== dataset.etag;

const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target);
    else inView.delete(target);
    if (isIntersecting) keepUp(target);
  }
});
for (const tile of tiles) watcher.observe(tile);

liveButton?.removeAttribute('hidden');
liveButton?.addEventListener('click', () => {
  const pressed = liveButton.getAttribute('aria-pressed') === 'true';
  liveButton.setAttribute('aria-pressed', String(!pressed));
  follow(0);
});
document.addEventListener('visibilitychange', () => follow(0));
// Another script of the page may know it first.
document.addEventListener('signed-out', stop);
follow(EVERY_MS);

/** Listens, or stops to. @param ms until the first round, should no stream open */
function follow(ms) {
  if (isLive() && stream === null) listen();
  if (!isLive()) {
    stream?.close();
    stream = null;
  }
  plan(ms);
}

function listen() {
  stream = new EventSource(gallery.dataset.events);
  stream.addEventListener('widget', ({ data }) => {
    const { id, etag } = JSON.parse(data);
    newest.set(id, etag);
    for (const tile of inView) if (tile.dataset.id === id) keepUp(tile);
  });
  // It tries again by itself, unless it was refused: a round tells why.
  stream.addEventListener('error', ({ target }) => {
    if (target.readyState !== EventSource.CLOSED || target !== stream) return;
    stream = null;
    plan(0);
  });
}

/** One answer at a time: what changes meanwhile is asked for after it. */
async function keepUp(tile) {
  while (isLive() && isTold() && isOld(tile) && !asked.has(tile)) {
    const { id } = tile.dataset;
    const told = newest.get(id);
    asked.add(tile);
    const status = await refresh(tile);
    asked.delete(tile);
    // The answer may be newer than what was told of it.
    if (newest.get(id) === told) newest.set(id, tile.dataset.etag);
    if (status === 401) return stop();
    if (status !== 200) return;
  }
}

/** One round after the other: a slow answer never piles up. */
function plan(ms) {
  clearTimeout(timer);
  if (isLive()) timer = setTimeout(round, ms);
}

async function round() {
  const answers = isTold() ? [] : await Promise.all([...inView].map(refresh));
  if (answers.includes(401)) return stop();
  if (isLive() && stream === null) listen();
  plan(EVERY_MS);
}

/** The status of the answer; 0 when there was none. */
async function refresh(tile) {
  try {
    const answer = await fetch(gallery.dataset.tiles.replace('*', encodeURIComponent(tile.dataset.id)), { redirect: 'manual' });
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
  tile.dataset.etag = fresh.querySelector('.tile').dataset.etag;
  for (const part of ['.tile-face', '.when']) tile.querySelector(part)?.replaceWith(fresh.querySelector(part));
  drawCharts(tile);
  const json = tile.querySelector('pre');
  if (json === null) return;
  const text = fresh.querySelector('pre').textContent;
  const marked = getSelection();
  if (json.textContent !== text && !(marked.isCollapsed === false && marked.containsNode(json, true))) {
    json.textContent = text;
  }
}

function stop() {
  stream?.close();
  stream = null;
  clearTimeout(timer);
  isOver = true;
  liveButton?.setAttribute('aria-pressed', 'false');
  count.textContent = 'You are signed out: reload the page.';
}
