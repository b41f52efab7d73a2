import { useLook } from '../lib/look.ts';

import { pageZoom, rootFontSize } from './display-scale.ts';

function apply(): void {
  const root = document.documentElement;
  const zoom = pageZoom(window.innerWidth, useLook.getState().zoom);
  root.style.fontSize = `${rootFontSize(window.innerWidth)}px`;
  root.style.setProperty('--zoom', String(zoom));
  document.body.style.zoom = zoom === 1 ? '' : String(zoom);
}

/** Updates root font size and page zoom with the window and the user's choice. */
export function followWindowSize(): void {
  apply();
  window.addEventListener('resize', apply);
  useLook.subscribe(apply);
}
