import { statesOf, stepsOf, type AnyResource, type RowStep } from '@kangmai/resource';
import { Steps } from 'antd';

import { choiceLabel, fieldLabel } from '../../../lib/labels.ts';
import css from './row-steps.module.css';

import type { Values } from '../../../resource-client/body.ts';

const statuses: Readonly<Record<RowStep['place'], 'finish' | 'process' | 'wait' | 'error'>> = {
  passed: 'finish',
  present: 'process',
  ended: 'finish',
  brokenOff: 'error',
  ahead: 'wait',
};
const isPresent = ({ place }: RowStep): boolean => place !== 'passed' && place !== 'ahead';

/** The states of a row as steps; the present one is marked. */
export function RowSteps({ resource, values }: { readonly resource: AnyResource; readonly values: Values }) {
  const { moves } = resource;
  const field = moves && resource.fields[moves.on];
  const state = moves && values[moves.on];
  if (!field || typeof state !== 'string') return null;
  const steps = stepsOf(resource, state);
  const { entries } = statesOf(resource);
  if (steps.length < 2) return null;
  return (
    <div role="group" aria-label={fieldLabel(moves.on, field)} className={css['steps']}>
      <Steps
        size="small"
        current={steps.findIndex(isPresent)}
        items={steps.map((step) => ({
          status: statuses[step.place],
          title: (
            <span {...(isPresent(step) && { 'aria-current': 'step' as const })}>
              {choiceLabel(entries[step.name] ?? { label: step.name })}
            </span>
          ),
        }))}
      />
    </div>
  );
}
