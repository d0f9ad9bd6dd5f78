// The colours of charts, which follow the theme of the system.

const scheme = matchMedia('(prefers-color-scheme: dark)');

/** Sets the colours of charts that are made from now on. @returns true for the dark theme */
export function setChartTheme(): boolean {
  const isDark = scheme.matches;
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  Chart.defaults.color = isDark ? '#9aa5b4' : '#5a6472';
  Chart.defaults.borderColor = isDark ? '#333a45' : '#d9dde3';
  Chart.defaults.animation = false;
  return isDark;
}

/** Draws, and again when the theme changes. */
export function drawInTheme(draw: () => void): void {
  draw();
  scheme.addEventListener('change', draw);
}
