import { homePath } from '@kangmai/model/menu';

/** Continues after sign-in: home first, then the frame opens the requested page. */
export function openHome(): void {
  location.replace(homePath);
}
