import { L } from '../../lib/i18n/texts.ts';
import { startSession } from '../../lib/session/session.ts';
import { controlTexts } from '../control-texts.ts';
import { PlainPage } from '../plain-page.tsx';
import { startPage } from '../start-page.ts';

import { T } from './register-texts.ts';
import { StaffRegisterPage } from './staff-register-page.tsx';

import type { Root } from 'react-dom/client';

async function startStaffRegister(root: Root): Promise<void> {
  const [locale] = await Promise.all([controlTexts(), startSession()]);
  root.render(
    <PlainPage locale={locale}>
      <StaffRegisterPage />
    </PlainPage>,
  );
}

export async function mountStaffRegister(element: HTMLElement): Promise<void> {
  document.title = `${T('title')} - ${L('app.title')}`;
  await startPage(element, startStaffRegister);
}
