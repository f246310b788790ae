// Runs before the first paint, so that a remembered theme, language and direction never flash, nor a prerendered page
// that is another's. It is a file of its own because the content security policy refuses inline scripts.
(() => {
  const root = document.documentElement;
  // The page is prerendered in English, for a visitor: whoever else comes waits for the app under 'Loading'.
  let isPageFitting = root.dataset.prerendered === location.pathname;
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
    if (root.lang !== 'en' || localStorage.getItem('token') !== null) isPageFitting = false;
  } catch {
    // Storage can be forbidden; the defaults stand.
  }
  if (!isPageFitting) root.dataset.waiting = '';
  hint('fetch', `/locales/${root.lang}/translation.json`);
  // The face that the language is written in, before the style sheets ask for it.
  const font = document.currentScript?.dataset[root.lang];
  if (font !== undefined) hint('font', font);
  if (isPageFitting) keepEarlyInput();

  function hint(as, href) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as, crossOrigin: '', href }),
    );
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
