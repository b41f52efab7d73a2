import { abnormalCase } from '@kangmai/model/alerts';

import { L } from '../../lib/i18n/texts.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';

/** Many cases of one rule and product that the desk folds into one line. */
export interface Storm {
  readonly id: number;
  readonly level: 1 | 2 | 3;
  readonly count: number;
  readonly rule: string | null;
  readonly origin: string | null;
}

export interface Unfolding {
  readonly unfolded: readonly number[];
  readonly onUnfold: (storm: number, isOn: boolean) => void;
}

/** Heads of the storms; unfolded cases stand in the list, at the place of their level. */
export function StormFolds({ storms, unfolded, onUnfold }: Unfolding & { readonly storms: readonly Storm[] }) {
  const { change } = useListContext(abnormalCase);
  const toggle = (id: number, isOn: boolean): void => {
    change({ page: 1 });
    onUnfold(id, isOn);
  };
  return storms.map(({ id, level, count, rule, origin }) => {
    const isOn = unfolded.includes(id);
    const what = [origin, rule].filter(Boolean).join(' · ');
    const head = T('headStorm', { level: L(`alarm.level${level}`), n: count, what });
    return (
      <section key={id} aria-label={head}>
        <h2 className={css['head']}>
          <button
            type="button"
            className={css['fold']}
            title={T(isOn ? 'foldStorm' : 'unfoldStorm')}
            aria-expanded={isOn}
            onClick={() => toggle(id, !isOn)}
          >
            {head}
          </button>
        </h2>
      </section>
    );
  });
}
