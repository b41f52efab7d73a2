import { createRoot } from 'react-dom/client';

import { L } from '../../../lib/i18n/texts.ts';
import { ActivityPage } from './activity-page.tsx';
import { T } from './activity-texts.ts';

/** The code of an activity is behind the # of its address, which no server sees. */
export function mountActivity(root: HTMLElement): void {
  document.title = `${T('page')} - ${L('app.title')}`;
  createRoot(root).render(<ActivityPage code={location.hash.slice(1)} />);
}
