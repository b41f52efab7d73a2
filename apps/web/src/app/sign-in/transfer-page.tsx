import { L } from '../../lib/i18n/texts.ts';

import css from './sign-in.module.css';

/** The link was used before or has expired. */
export const TransferPage = () => (
  <main className={css['page']}>
    <section className={css['box']}>
      <h1 className={css['title']}>
        <img src="/favicon.svg" alt="" width={32} height={32} />
        {L('app.title')}
      </h1>
      <p role="alert">{L('signIn.linkSpent')}</p>
      <a href="/">{L('signIn.back')}</a>
    </section>
  </main>
);
