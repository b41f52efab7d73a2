import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { L } from '../../lib/i18n/texts.ts';
import { Themed } from '../../ui/themed.tsx';
import { controlTexts } from '../control-texts.ts';

import { MailLinkPage } from './mail-link-page.tsx';

/** Shows the page of a link in a mail. The secret is removed from the address at once. */
export async function mountMailLink(root: HTMLElement): Promise<void> {
  const sealed = new URLSearchParams(location.search).get('c') ?? '';
  const isReset = location.pathname === '/account/reset-password';
  history.replaceState(null, '', location.pathname);
  document.title = L('app.title');
  const locale = await controlTexts();
  createRoot(root).render(
    <StrictMode>
      <Themed locale={locale}>
        <MailLinkPage sealed={sealed} isReset={isReset} />
      </Themed>
    </StrictMode>,
  );
}
