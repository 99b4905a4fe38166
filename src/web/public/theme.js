// Runs before the first paint, as a file of its own: the content security policy allows no inline script.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('theme');
    } catch {}
    document.documentElement.dataset.theme =
      choice === 'dark' || choice === 'light' ? choice : dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('themechange', apply);
})();
