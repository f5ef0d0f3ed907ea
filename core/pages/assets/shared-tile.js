import { drawCharts } from './chart.js';

// Keeps one tile true while somebody can see it. It asks in rounds: a browser opens six connections to one host, so that a
// stream of events for each frame of a dashboard would leave none for the seventh.

const EVERY_MS = 5_000;
/** After a refusal: a link that was revoked does not come back, a budget fills up. */
const REFUSED_MS = 60_000;
let timer;
let isAsking = false;

document.addEventListener('visibilitychange', () => plan(0));
plan(EVERY_MS);

function plan(ms) {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(round, ms);
}

/** One answer at a time: a slow one never piles up. */
async function round() {
  if (isAsking) return;
  isAsking = true;
  const wait = await ask();
  isAsking = false;
  plan(wait);
}

/** The milliseconds until the next question. */
async function ask() {
  const main = document.querySelector('main');
  try {
    const known = main.dataset.etag === undefined ? {} : { 'If-None-Match': main.dataset.etag };
    const answer = await fetch(location.href, { headers: { ...known, Accept: 'text/html' } });
    if (answer.status !== 304) show(main, new DOMParser().parseFromString(await answer.text(), 'text/html'), answer.status);
    late(answer.status >= 500);
    return answer.ok || answer.status === 304 ? EVERY_MS : REFUSED_MS;
  } catch {
    late(true);
    return EVERY_MS;
  }
}

/** A refusal is shown in place of the tile; what is merely late leaves it there, pale. */
function show(main, fresh, status) {
  const next = fresh.querySelector('main');
  if (next === null || status >= 500) return;
  if (status === 429 && main.querySelector('.tile') !== null) return;
  // Scripts and styles of another version go with it: a tablet on a wall is never reloaded by hand.
  if (main.dataset.version !== undefined && next.dataset.version !== undefined && main.dataset.version !== next.dataset.version) {
    return location.reload();
  }
  const isRead = document.activeElement?.matches('.chart-table') === true;
  main.replaceWith(document.adoptNode(next));
  drawCharts(document);
  if (isRead) next.querySelector('.chart-table')?.focus({ preventScroll: true });
}

const late = (isLate) => document.querySelector('.tile')?.toggleAttribute('data-late', isLate);
