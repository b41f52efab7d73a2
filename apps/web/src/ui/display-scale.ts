/** Root font size in px of a window width in px: 10 below 1000, 12 below 1600, else 18. */
export function rootFontSize(width: number): number {
  if (width < 1000) return 10;
  return width < 1600 ? 12 : 18;
}

/** Page zoom of a window width in px: the 1920 px design scaled from 1600 px up, below that unscaled so text stays readable. */
export const pageZoom = (width: number): number => (width < 1600 ? 1 : width / 1920);

function apply(): void {
  const root = document.documentElement;
  const zoom = pageZoom(window.innerWidth);
  root.style.fontSize = `${rootFontSize(window.innerWidth)}px`;
  root.style.setProperty('--zoom', String(zoom));
  document.body.style.zoom = zoom === 1 ? '' : String(zoom);
}

/** Keeps root font size and page zoom in step with the window. */
export function followWindowSize(): void {
  apply();
  window.addEventListener('resize', apply);
}
