import { L } from '../lib/i18n/texts.ts';
import css from './bones.module.css';

const lines = [72, 40, 64, 48, 80, 36];

export function Bones() {
  return (
    <div role="status" className={css['bones']}>
      <span className="visually-hidden">{L('state.loading')}</span>
      {lines.map((width) => (
        <span key={width} className={css['bone']} style={{ width: `${width}%` }} aria-hidden="true" />
      ))}
    </div>
  );
}

/** Placeholder of a word while it loads. */
export const WordBone = () => <span className={css['word']} aria-hidden="true" />;
