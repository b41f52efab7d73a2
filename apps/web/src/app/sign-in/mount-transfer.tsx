import { createRoot } from 'react-dom/client';

import { L } from '../../lib/i18n/texts.ts';
import { transfer } from '../../lib/session/transfer.ts';
import { controlTexts } from '../control-texts.ts';
import { PlainPage } from '../plain-page.tsx';

import { openHome } from './open-home.ts';
import { TransferPage } from './transfer-page.tsx';

/** Signs in with the token of the address, which is removed at once; a used token is reported. */
export async function mountTransfer(element: HTMLElement): Promise<void> {
  const given = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  document.title = L('app.title');
  if (await transfer(given)) return openHome();
  const locale = await controlTexts();
  createRoot(element).render(
    <PlainPage locale={locale}>
      <TransferPage />
    </PlainPage>,
  );
}
