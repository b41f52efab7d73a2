import { abnormalRule } from '@kangmai/model/alerts';
import { permissionsOfAction } from '@kangmai/resource';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';

import { runAction } from '../../resource-client/calls.ts';
import { failureWords } from '../../lib/failure-words.ts';
import { listed } from '../../lib/i18n/listed.ts';
import { useCan } from '../../lib/permissions.ts';
import { DraftBench } from './bench-button.tsx';
import { B } from './builder-texts.ts';
import { textOr } from './draft.ts';
import { isTriable, trialRule } from './trial-rule.ts';
import css from './builder.module.css';

import type { Values } from '../../resource-client/body.ts';

interface Found {
  readonly episodes: number;
  readonly people: number;
  readonly checkedPeople: number;
  readonly items: readonly { readonly userId: number; readonly userName: string | null; readonly count: number }[];
}

const days = 7;
const mostNames = 10;

interface TrialProps {
  /** Of a rule that is stored. */
  readonly ruleId: number | undefined;
  readonly read: () => Values;
  readonly isReady: boolean;
}

function FoundText({ found: { episodes, people, checkedPeople, items } }: { readonly found: Found }) {
  if (episodes === 0) return <>{B('triedNone', { days, checked: checkedPeople })}</>;
  const names = items.slice(0, mostNames).map(({ userName, count }) => B('triedWho', { name: userName ?? '', count }));
  return (
    <>
      {B('tried', { days, checked: checkedPeople, people, episodes })} {listed(names)}
      {items.length > mostNames && '…'}
    </>
  );
}

/** What the rule in the form would have found in the last days. */
export function Trial({ ruleId, read, isReady }: TrialProps) {
  const action = abnormalRule.actions.test;
  const isAllowed = useCan(permissionsOfAction(abnormalRule, action));
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => {
      const values = read();
      return runAction<Found>(abnormalRule, action, {
        rule: trialRule(values),
        days,
        client: values['client'] ?? null,
      });
    },
  });
  if (!isAllowed) return null;
  return (
    <div className={css['trial']}>
      {isTriable(read()) && (
        <>
          <Button disabled={!isReady} loading={isPending} onClick={() => mutate()}>
            {B('try', { n: days })}
          </Button>
          <span className={css['hint']}>{B('tryHint')}</span>
        </>
      )}
      <output className={css['found']}>{error ? failureWords(error).title : data && <FoundText found={data} />}</output>
      <DraftBench name={textOr(read()['name'])} read={() => ({ ruleId, rule: trialRule(read()) })} isReady={isReady} />
    </div>
  );
}
