// Sets the theme before the first paint. A file of its own, because the content security policy allows no inline script here.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const { dataset } = document.documentElement;
  const apply = () => {
    let kept = null;
    try {
      kept = localStorage.getItem('theme');
    } catch {}
    const choice = kept === 'dark' || kept === 'light' ? kept : 'system';
    dataset.themeChoice = choice;
    dataset.theme = choice !== 'system' ? choice : dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('themechange', apply);
  // Only decides which buttons a public page shows. The server decides what a session may do.
  if (/(^|; )hangtag_signed_in=1(;|$)/.test(document.cookie)) dataset.signedIn = '';
})();
