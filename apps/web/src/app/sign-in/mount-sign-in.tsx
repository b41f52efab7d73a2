import { L } from '../../lib/i18n/texts.ts';
import { startSession } from '../../lib/session/session.ts';
import { beginWithDemo } from '../../lib/session/tenant.ts';
import { controlTexts } from '../control-texts.ts';
import { PlainPage } from '../plain-page.tsx';
import { startPage } from '../start-page.ts';

import { SignInPage } from './sign-in-page.tsx';

import type { Root } from 'react-dom/client';

async function startSignIn(root: Root): Promise<void> {
  const [locale] = await Promise.all([controlTexts(), startSession().then(beginWithDemo)]);
  root.render(
    <PlainPage locale={locale}>
      <SignInPage />
    </PlainPage>,
  );
}

/** Shows the sign-in page, which is separate from the frame's code. */
export async function mountSignIn(element: HTMLElement): Promise<void> {
  document.title = L('app.title');
  await startPage(element, startSignIn);
}
