// Swagger UI with the document, the session and the theme of Sidelight. It weighs five times as much as any other page, so it comes when somebody wants to try something.

const textOf = (name) => document.querySelector(`meta[name="${name}"]`).content;

const isReading = ({ method = 'GET' }) => ['GET', 'HEAD'].includes(method.toUpperCase());
const isOurs = ({ url }) => new URL(url, location.href).origin === location.origin;

/** What the session may change, it changes from our own pages only. */
function withToken(request) {
  if (isOurs(request) && !isReading(request)) request.headers['x-csrf-token'] = textOf('csrf-token');
  return request;
}

function followTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const { theme } = document.documentElement.dataset;
  const apply = () => document.documentElement.classList.toggle('dark-mode', theme === undefined ? dark.matches : theme === 'dark');
  dark.addEventListener('change', apply);
  apply();
}

/** What the page around it says already, what there is no choice of, and links within buttons, which no keyboard reaches. */
const lessIsMore = ({ React }) => ({
  components: {
    InfoContainer: () => null,
    ServersContainer: () => null,
    DeepLink: ({ text }) => React.createElement('span', null, text),
  },
});

/** A command has the header that a dashboard needs: what was sent from here had the session in its place. */
const withKey = ({ React }) => ({
  wrapComponents: {
    curl: (Curl) => (props) => {
      const { request } = props;
      const headers = request.get('headers');
      const isGiven = headers?.some((_, name) => /^(x-api-token|authorization)$/i.test(name)) ?? false;
      const shown = isGiven ? request : request.setIn(['headers', 'x-api-token'], 'YOUR_KEY');
      return React.createElement(Curl, { ...props, request: shown });
    },
  },
});

/** What Swagger UI leaves to those who see and point: code that only a wheel scrolls, buttons without their names. */
function makeReachable(place) {
  let opened = null;
  new MutationObserver(() => {
    const dialog = place.querySelector('.modal-ux');
    // Each of its fields takes the focus when it is drawn, so the last would keep it.
    if (dialog !== opened) dialog?.querySelector('input')?.focus();
    opened = dialog;
    for (const code of place.querySelectorAll('pre:not([tabindex])')) code.tabIndex = 0;
    for (const button of place.querySelectorAll('.close-modal:not([aria-label])')) button.ariaLabel = 'Close';
    for (const button of place.querySelectorAll('.auth-btn-wrapper [aria-label]')) button.removeAttribute('aria-label');
  }).observe(place, { childList: true, subtree: true });
}

const place = document.getElementById('explorer');
const routes = document.getElementById('routes');
const button = document.getElementById('explore');

/** Settles when the element has loaded what it names. */
const loaded = (element) =>
  new Promise((done, failed) => {
    element.addEventListener('load', done);
    element.addEventListener('error', () => failed(new Error('it did not load')));
    document.head.append(element);
  });

async function open() {
  button.disabled = true;
  button.ariaBusy = 'true';
  const { style, script } = place.dataset;
  try {
    await Promise.all([
      loaded(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })),
      loaded(Object.assign(document.createElement('script'), { src: script })),
    ]);
  } catch {
    button.disabled = false;
    button.ariaBusy = 'false';
    button.textContent = 'It could not be loaded: try again';
    return;
  }
  removeEventListener('hashchange', follow);
  routes.remove();
  place.focus({ preventScroll: true });
  draw();
}

/** A link to a route opens it there. */
function follow() {
  if (location.hash.startsWith('#/') && !button.disabled) open();
}

function draw() {
  followTheme();
  makeReachable(place);
  window.SwaggerUIBundle({
    domNode: place,
    url: `${textOf('base-path')}/openapi.json`,
    // Else the page would ask a public validator on the internet.
    validatorUrl: null,
    plugins: [lessIsMore, withKey],
    deepLinking: true,
    persistAuthorization: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    // The commands that it shows carry no token of a session.
    showMutatedRequest: false,
    ...(place.dataset.session === 'true' ? { requestInterceptor: withToken } : {}),
  });
}

button.hidden = false;
button.addEventListener('click', open);
addEventListener('hashchange', follow);
follow();
