import css from './carry.module.css';
import { T } from './carry-texts.ts';

/** The keys in words, and the moves for screen readers. */
export function CarryVoice({ said, isMovable }: { readonly said: string; readonly isMovable: boolean }) {
  return (
    <>
      {isMovable && <p className={css['keys']}>{T('keys')}</p>}
      <p role="status" aria-live="assertive" className="visually-hidden">
        {said}
      </p>
    </>
  );
}
