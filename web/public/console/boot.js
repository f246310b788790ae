// Runs before the first paint, so that a wrong theme, language or direction never flashes. It is a separate file because the content
// security policy refuses inline scripts. It knows no customer's session.
(() => {
  const root = document.documentElement;
  root.dataset.waiting = '';
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
  } catch {
    // The browser may forbid storage. Then the defaults stay.
  }
})();
