import { Heading } from './parts.tsx';
import css from './phone.module.css';
import { T } from './phone-texts.ts';

/** Said when a link or session cannot be used any more. */
export function EndedPage({ words }: { readonly words?: string }) {
  return (
    <main className={`${css['page']} ${css['middle']}`}>
      <img src="/favicon.svg" alt="" width={48} height={48} />
      <Heading>{T('ended')}</Heading>
      {words !== undefined && <p role="alert">{words}</p>}
      <p className={css['hint']}>{T('endedHint')}</p>
    </main>
  );
}
