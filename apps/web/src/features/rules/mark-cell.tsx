import { abnormalRule } from '@kangmai/model/alerts';
import { useQuery } from '@tanstack/react-query';

import { readFrom } from '../../resource-client/calls.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { choiceFace } from '../../resource-screens/field-kinds/choice.tsx';
import { N } from './bench-texts.ts';
import css from './builder.module.css';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

interface Trials {
  readonly items: readonly {
    readonly ruleId: number;
    readonly standing: 'inForce' | 'onTrial' | 'waiting';
    readonly isTried: boolean;
    readonly episodes: number;
    readonly people: number;
  }[];
}

const trialsKey = [...rowKeys.lists(abnormalRule), 'trials'] as const;
const words = { inForce: 'trialEnded', onTrial: 'onTrial', waiting: 'waiting' } as const;

export function MarkCell(props: CellProps) {
  const { data } = useQuery({
    queryKey: trialsKey,
    queryFn: ({ signal }) => readFrom<Trials>(abnormalRule, 'GetTrials', { signal }),
  });
  const trial = data?.items.find(({ ruleId }) => ruleId === props.row.id);
  if (!trial || (!trial.isTried && trial.standing === 'inForce')) return <choiceFace.Cell {...props} />;
  const said = N(trial.isTried ? words[trial.standing] : 'untried', { n: trial.episodes, people: trial.people });
  return (
    <>
      <choiceFace.Cell {...props} />
      <div className={css['trialCount']}>{said}</div>
    </>
  );
}
