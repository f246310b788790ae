// Runs before the first paint, so a wrong theme, language or direction never flashes, nor a page prerendered for another visitor.
// It is a separate file because the content security policy refuses inline scripts.
(() => {
  const root = document.documentElement;
  // The prerendered page is in English, for a signed-out visitor. Everyone else sees 'Loading' until the app is there.
  let isPageFitting = root.dataset.prerendered === location.pathname;
  let token = null;
  let known = null;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') {
      root.dataset.theme = theme;
      for (const color of document.querySelectorAll('meta[name="theme-color"]')) {
        color.media = color.dataset.appearance === theme ? 'all' : 'not all';
      }
    }
    const language = localStorage.getItem('i18nextLng');
    if (language && /^(en|fa|ru|zh)$/.test(language)) {
      root.lang = language;
      root.dir = language === 'fa' ? 'rtl' : 'ltr';
    }
    token = localStorage.getItem('token');
    if (root.lang !== 'en' || token !== null) isPageFitting = false;
    known = JSON.parse(localStorage.getItem('lastKnown'));
  } catch {
    // The browser may forbid storage, or hold something else. Then the defaults stay.
  }
  if (!isPageFitting) root.dataset.waiting = '';
  keepSearchPress();
  const { app = '', page, signedIn, [root.lang]: font } = document.currentScript?.dataset ?? {};
  // Requests the language's font face before the style sheets do.
  if (font !== undefined) hint('font', font);
  const isParsed = new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', resolve);
  });
  if (isPageFitting) {
    keepEarlyInput();
    void whenSeen().then(hintApp).then(start);
  } else {
    hintApp();
    if (token !== null) {
      for (const href of filesOf(signedIn)) hintFile(href);
      askEarly();
    }
    void isParsed.then(greet).then(start);
  }

  function filesOf(list) {
    return list?.split(' ').filter(Boolean) ?? [];
  }

  /** Requests all start modules at once. Otherwise one file would request the next. */
  function hintApp() {
    hint('fetch', `/locales/${root.lang}/translation.json`);
    for (const href of [...filesOf(app), ...filesOf(page)]) hintFile(href);
  }

  function hintFile(href) {
    // The app's own links are `crossorigin`: a request of another mode would be made for nothing.
    if (href.endsWith('.css')) hint('style', href);
    else append({ rel: 'modulepreload', href });
  }

  function start() {
    for (const src of filesOf(app)) void import(src);
  }

  /** Shows the home page's heading (last-known.ts) until the app is there: only to the session and in the language that kept it. */
  function greet() {
    const { mark, greeting } = known ?? {};
    if (location.pathname !== '/dashboard' || token === null) return;
    if (!String(mark).endsWith(` ${token.slice(-8)}`) || greeting?.locale !== root.lang) return;
    const heading = document.createElement('h1');
    heading.textContent = greeting.text;
    const outline = document.createElement('div');
    outline.className = 'app-loading app-outline';
    const loading = document.querySelector('.app-loading');
    loading.replaceWith(outline);
    // Screen readers still say it.
    loading.className = 'visually-hidden';
    outline.append(heading, loading);
  }

  /**
   * The prerendered page paints before its app uses the connection and the processor. A hidden page does not paint: the app would
   * wait forever.
   */
  function whenSeen() {
    const isPainted = new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    });
    const patience = isParsed.then(() => new Promise((resolve) => setTimeout(resolve, 500)));
    return Promise.all([isParsed, Promise.race([isPainted, patience])]);
  }

  function hint(as, href) {
    append({ rel: 'preload', as, crossOrigin: '', href });
  }

  /**
   * Sends the app's first requests while the app still loads; the app takes the answers from here. The dashboard's requests go
   * out only if this visitor saw it before, since not every signed-in person gets to see it.
   */
  function askEarly() {
    ask('/v1/users/profile');
    if (location.pathname !== '/dashboard' || known === null) return;
    ask('/v1/config');
    ask('/v1/wallets/balance');
    ask('/v1/transactions?page=1&limit=5');
    ask('/v1/contacts?type=all');
    ask('/v1/notices');
  }

  function ask(url) {
    const headers = {
      accept: 'application/json',
      'accept-language': root.lang,
      authorization: `Bearer ${token}`,
    };
    const response = fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
    // The caller that takes the answer handles the failure.
    response.catch(() => undefined);
    window.earlyAnswers ??= { token, responses: new Map() };
    window.earlyAnswers.responses.set(url, response);
  }

  function append(link) {
    document.head.append(Object.assign(document.createElement('link'), link));
  }

  /** The keys of the search (search-keys.ts), pressed before the app listens, reach it once it does. */
  function keepSearchPress() {
    const modifier = /^(Mac|iP)/.test(navigator.platform) ? 'metaKey' : 'ctrlKey';
    let pressed = null;
    const keep = (event) => {
      if (!event[modifier] || event.code !== 'KeyK') return;
      event.preventDefault();
      pressed = event;
    };
    document.addEventListener('keydown', keep);
    document.addEventListener(
      'app-awake',
      () => {
        document.removeEventListener('keydown', keep);
        // The app listens from the end of this commit on.
        if (pressed) setTimeout(() => dispatchEvent(new KeyboardEvent('keydown', pressed)));
      },
      { once: true },
    );
  }

  /** A person can use a prerendered page before its app listens. The app then gets their presses and typing again. */
  function keepEarlyInput() {
    let pressed = null;
    const typed = new Map();
    const keepPress = ({ target }) => {
      // Links work without the app.
      pressed = target instanceof Element ? target.closest('button') : null;
    };
    const keepText = ({ target }) => typed.set(target, target.value);
    const keepHere = (event) => event.preventDefault();
    document.addEventListener('click', keepPress);
    document.addEventListener('input', keepText);
    // Typed text must not end up in the address.
    document.addEventListener('submit', keepHere);
    document.addEventListener(
      'app-awake',
      () => {
        document.removeEventListener('click', keepPress);
        document.removeEventListener('input', keepText);
        document.removeEventListener('submit', keepHere);
        for (const [field, text] of typed) {
          field.value = '';
          // Looks like keyboard input: React ignores changes that scripts make.
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }
        pressed?.click();
      },
      { once: true },
    );
  }
})();
