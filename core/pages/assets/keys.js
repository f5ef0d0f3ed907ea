// Keeps the times of last use true, and tells of the first use of a key. A form with data-once is sent once.

const EVERY_MS = 5_000;
const base = document.querySelector('meta[name="base-path"]').content;
const news = document.getElementById('uses-news');
const waiting = document.querySelector('[data-first-use]');
let timer;

if (news !== null || waiting !== null) {
  if (waiting !== null) waiting.textContent = 'Not used yet.';
  timer = setInterval(ask, EVERY_MS);
  document.addEventListener('visibilitychange', ask);
}

async function ask() {
  if (document.hidden) return;
  let answer;
  try {
    answer = await fetch(`${base}/settings/api-key/uses`);
  } catch {
    // Sidelight restarts, or the network is gone: the next round asks again.
    return;
  }
  if (answer.status === 401) {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', ask);
    (news ?? waiting).textContent = 'You are signed out: reload the page.';
    document.dispatchEvent(new Event('signed-out'));
  } else if (answer.ok) {
    const { keys } = await answer.json();
    for (const use of keys) {
      showInRow(use);
      if (waiting?.dataset.firstUse === use.id) showWaited(use);
    }
  }
}

/** Nothing is read out but a first use: the times of a dozen dashboards change all day. */
function showInRow({ id, lastUsedAt, label, title, from, count }) {
  const row = document.querySelector(`tr[data-key="${CSS.escape(id)}"]`);
  if (row === null || lastUsedAt === null) return;
  const last = row.querySelector('[data-last]');
  let time = last.querySelector('time');
  if (time === null) {
    time = document.createElement('time');
    last.replaceChildren(time);
    news.textContent = `${row.querySelector('[data-name]').textContent} was used for the first time.`;
  }
  time.dateTime = lastUsedAt;
  time.title = title;
  setText(time, label);
  setText(row.querySelector('[data-from]'), `from ${from}`);
  setText(row.querySelector('[data-count]'), count.toLocaleString());
}

function showWaited({ lastUsedAt, from }) {
  if (lastUsedAt === null || waiting.classList.contains('well')) return;
  waiting.classList.add('well');
  waiting.textContent = `It works: used from ${from}.`;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('form[data-once]')) return;
  if (form.dataset.sent !== undefined) event.preventDefault();
  form.dataset.sent = '';
});
/** Back from the next page, the form may be sent again. */
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-once]')) delete form.dataset.sent;
});
