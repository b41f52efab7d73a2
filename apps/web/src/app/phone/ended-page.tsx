import { Heading } from './parts.tsx';
import css from './phone.module.css';
import { T } from './phone-texts.ts';

interface EndedProps {
  readonly title?: string;
  readonly words?: string;
  readonly hint?: string;
}

/** Said when a link, session or QR code cannot be used any more. */
export function EndedPage({ title = T('ended'), words, hint = T('endedHint') }: EndedProps) {
  return (
    <main className={`${css['page']} ${css['middle']}`}>
      <img src="/favicon.svg" alt="" width={48} height={48} />
      <Heading>{title}</Heading>
      {words !== undefined && <p role="alert">{words}</p>}
      <p className={css['hint']}>{hint}</p>
    </main>
  );
}
