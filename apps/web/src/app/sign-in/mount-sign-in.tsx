import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { L } from '../../lib/i18n/texts.ts';
import { Themed } from '../../ui/themed.tsx';

import { controlTexts } from '../control-texts.ts';

import { SignInPage } from './sign-in-page.tsx';

/** Shows the sign-in page. It is a load of its own: the frame's parts come after it. */
export async function mountSignIn(root: HTMLElement): Promise<void> {
  document.title = L('app.title');
  const locale = await controlTexts();
  createRoot(root).render(
    <StrictMode>
      <Themed locale={locale}>
        <SignInPage />
      </Themed>
    </StrictMode>,
  );
}
