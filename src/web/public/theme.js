// Runs before the first paint, as a file of its own: the content security policy allows no inline script.
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
  // Only a hint: which buttons a visitors' page shows. What a session may do, the server says.
  if (/(^|; )hangtag_signed_in=1(;|$)/.test(document.cookie)) dataset.signedIn = '';
})();
