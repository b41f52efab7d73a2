import { L } from '../lib/i18n/texts.ts';
import { ErrorState } from '../ui/states.tsx';

import { controlTexts } from './control-texts.ts';
import { PlainPage } from './plain-page.tsx';
import css from './sign-in/sign-in.module.css';

import type { Root } from 'react-dom/client';

export async function showStartFailed(root: Root, onRetry: () => void): Promise<void> {
  const locale = await controlTexts();
  root.render(
    <PlainPage locale={locale}>
      <main className={css['page']}>
        <section className={css['box']}>
          <h1 className={css['title']}>{L('app.title')}</h1>
          <ErrorState title={L('app.startFailed')} onRetry={onRetry} />
        </section>
      </main>
    </PlainPage>,
  );
}
