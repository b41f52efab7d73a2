import { homePath } from '@kangmai/model/menu';

/** Goes on after a sign-in: home first; the frame then opens the page that was asked for. */
export function enter(): void {
  location.replace(homePath);
}
