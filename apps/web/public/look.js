// Runs before anything is drawn, so that no page flashes in the other theme.
(() => {
  const chosen = /(?:^|; )look=(light|dark|system)/.exec(document.cookie)?.[1] ?? 'light';
  const isDark = chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
})();
