// Runs before the first paint, so that a remembered theme, language and direction never flash. It is a file of
// its own because the content security policy refuses inline scripts.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    const language = localStorage.getItem('i18nextLng');
    if (language && /^(en|fa|ru|zh)$/.test(language)) {
      root.lang = language;
      root.dir = language === 'fa' ? 'rtl' : 'ltr';
    }
  } catch {
    // Storage can be forbidden; the defaults stand.
  }
})();
