import { createRoot } from 'react-dom/client';

import { L } from '../../lib/i18n/texts.ts';

import css from './public.module.css';

export function mountPublic(root: HTMLElement): void {
  document.title = L('app.title');
  createRoot(root).render(
    <main className={css['page']}>
      <img src="/favicon.svg" alt="" width={40} height={40} />
      <h1 className={css['code']}>404</h1>
      <p>{L('error.code404')}</p>
      <a className={css['home']} href="/">
        {L('error.home')}
      </a>
    </main>,
  );
}
