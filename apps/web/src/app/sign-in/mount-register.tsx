import { A } from '../../features/account/account-texts.ts';
import { L } from '../../lib/i18n/texts.ts';
import { startSession } from '../../lib/session/session.ts';
import { controlTexts } from '../control-texts.ts';
import { PlainPage } from '../plain-page.tsx';
import { startPage } from '../start-page.ts';

import { RegisterPage } from './register-page.tsx';

import type { Root } from 'react-dom/client';

async function startRegister(root: Root): Promise<void> {
  const [locale] = await Promise.all([controlTexts(), startSession()]);
  root.render(
    <PlainPage locale={locale}>
      <RegisterPage />
    </PlainPage>,
  );
}

export async function mountRegister(element: HTMLElement): Promise<void> {
  document.title = `${A('register')} - ${L('app.title')}`;
  await startPage(element, startRegister);
}
