// Runs before the first paint, so that a remembered theme, language and direction never flash, nor a prerendered page
// that is another's. It is a file of its own because the content security policy refuses inline scripts.
(() => {
  const root = document.documentElement;
  // The page is prerendered in English, for a visitor: whoever else comes waits for the app under 'Loading'.
  let isPageFitting = root.dataset.prerendered === location.pathname;
  let token = null;
  let isKnown = false;
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
    isKnown = localStorage.getItem('lastKnown') !== null;
    if (root.lang !== 'en' || token !== null) isPageFitting = false;
  } catch {
    // Storage can be forbidden; the defaults stand.
  }
  if (!isPageFitting) root.dataset.waiting = '';
  const { app = '', page, signedIn, [root.lang]: font } = document.currentScript?.dataset ?? {};
  // The face that the language is written in, before the style sheets ask for it.
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
    void isParsed.then(start);
  }

  function filesOf(list) {
    return list?.split(' ').filter(Boolean) ?? [];
  }

  /** All that the app begins with is asked for at once, where one file would otherwise ask for the next. */
  function hintApp() {
    hint('fetch', `/locales/${root.lang}/translation.json`);
    for (const href of [...filesOf(app), ...filesOf(page)]) hintFile(href);
  }

  function hintFile(href) {
    if (href.endsWith('.css')) append({ rel: 'preload', as: 'style', href });
    else append({ rel: 'modulepreload', href });
  }

  function start() {
    for (const src of filesOf(app)) void import(src);
  }

  /**
   * What has been prerendered is seen before its app takes part of the line, and of the processor. A page that nobody looks
   * at is not painted, and would wait for ever.
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
   * What the app will ask first: the answers are on their way while the app is, and it takes them from here. The dashboard's
   * are for whoever has seen it before, since it is not shown to everybody who is signed in.
   */
  function askEarly() {
    ask('/v1/users/profile');
    if (location.pathname !== '/dashboard' || !isKnown) return;
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
    // Whoever takes it hears of it.
    response.catch(() => undefined);
    window.earlyAnswers ??= { token, responses: new Map() };
    window.earlyAnswers.responses.set(url, response);
  }

  function append(link) {
    document.head.append(Object.assign(document.createElement('link'), link));
  }

  /** A prerendered page is read before its app listens. What is pressed or typed until then is done again for it. */
  function keepEarlyInput() {
    let pressed = null;
    const typed = new Map();
    const keepPress = ({ target }) => {
      // Links work by themselves.
      pressed = target instanceof Element ? target.closest('button') : null;
    };
    const keepText = ({ target }) => typed.set(target, target.value);
    const keepHere = (event) => event.preventDefault();
    document.addEventListener('click', keepPress);
    document.addEventListener('input', keepText);
    // What was typed must not end up in the address.
    document.addEventListener('submit', keepHere);
    document.addEventListener(
      'app-awake',
      () => {
        document.removeEventListener('click', keepPress);
        document.removeEventListener('input', keepText);
        document.removeEventListener('submit', keepHere);
        for (const [field, text] of typed) {
          field.value = '';
          // As if by the keyboard: what the page itself writes is not told to it.
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }
        pressed?.click();
      },
      { once: true },
    );
  }
})();
