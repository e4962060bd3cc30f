// Runs before the first paint, so that a person who chose a mode never sees the other one flash. A file of its
// own, since the server's content security policy allows no inline script. The key is colour-mode.ts's.
try {
  const choice = localStorage.getItem('theme')
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
} catch {}
