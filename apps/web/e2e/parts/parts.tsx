import { useState } from 'react';
import { createRoot } from 'react-dom/client';

import { formatElapsed } from '../../src/lib/dates.ts';
import { loadTexts } from '../../src/lib/i18n/texts.ts';
import { ScrollLoader } from '../../src/ui/scroll-loader.tsx';
import { shake } from '../../src/ui/shake.ts';

/** Loads that wait in `waiting` until the test releases them. */
interface Bench {
  begun: number;
  release: () => void;
  refuse: () => void;
  elapsed: (milliseconds: number | null) => string;
  shake: () => { duration: unknown; frames: number } | null;
}

const bench: Bench = {
  begun: 0,
  release: () => undefined,
  refuse: () => undefined,
  elapsed: (milliseconds) => {
    const now = Date.now();
    return formatElapsed(milliseconds === null ? null : now - milliseconds, now);
  },
  shake: () => {
    const animation = shake(document.body);
    const effect = animation?.effect;
    return effect instanceof KeyframeEffect
      ? { duration: effect.getTiming().duration, frames: effect.getKeyframes().length }
      : null;
  },
};

const pageOf = 20;

function Rows({ edge }: { edge: 'top' | 'bottom' }) {
  const [count, setCount] = useState(pageOf);
  const load = (): Promise<void> => {
    bench.begun += 1;
    return new Promise((resolve, reject) => {
      bench.release = () => {
        setCount((before) => before + pageOf);
        resolve();
      };
      bench.refuse = () => reject(new Error('refused'));
    });
  };
  const numbers = Array.from({ length: count }, (_, at) => (edge === 'top' ? count - 1 - at : at));
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: 300 }}>
      <ScrollLoader name={edge} edge={edge} hasMore={count < 3 * pageOf} load={load}>
        <ul style={{ margin: 0, padding: 0 }}>
          {numbers.map((number) => (
            <li key={number} style={{ height: 30 }}>
              row {number}
            </li>
          ))}
        </ul>
      </ScrollLoader>
    </div>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('no root');
Object.assign(globalThis, { bench });
await loadTexts();
createRoot(root).render(
  <>
    <Rows edge="top" />
    <Rows edge="bottom" />
  </>,
);
