import { energyKinds } from '@kangmai/model/basic-data';
import { Button, Input } from 'antd';

import { formatDay } from '../../lib/dates.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { formatMoney, formatNumber, withUnit } from '../../lib/units.ts';
import css from './basic-data.module.css';
import { T } from './energy-texts.ts';
import { costOfDraft, isClosed, stateOf, usageOf, type Draft, type Drafts } from './meter-draft.ts';

import type { KeyboardEvent } from 'react';
import type { Meter } from '../../resource-client/energy.ts';

export type Problems = Readonly<Record<number, string>>;

export interface GridProps {
  readonly meters: readonly Meter[];
  readonly day: string;
  readonly drafts: Drafts;
  readonly problems: Problems;
  readonly mayEdit: boolean;
  readonly onType: (meter: Meter, text: string) => void;
  /** The input of a meter is left. */
  readonly onLeave: (meter: Meter) => void;
  readonly onAskCause: (meter: Meter) => void;
  readonly onSave: () => void;
}

/** The input above or below the one of a key. */
function neighbour({ currentTarget }: KeyboardEvent<HTMLInputElement>, step: 1 | -1): HTMLInputElement | undefined {
  const inputs = [...(currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input[data-meter]') ?? [])];
  return inputs[inputs.indexOf(currentTarget) + step];
}

const steps: Readonly<Record<string, 1 | -1>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

function pressed(event: KeyboardEvent<HTMLInputElement>, save: () => void): void {
  if (event.nativeEvent.isComposing) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
    event.preventDefault();
    save();
    return;
  }
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const next = neighbour(event, step);
  if (next) next.focus();
  else if (event.key === 'Enter') event.currentTarget.blur();
}

function meterProblem(meter: Meter, { day, drafts, problems }: GridProps): string | undefined {
  const state = stateOf(meter, drafts[meter.id], day);
  if (state === 'wrong') return T('wrong');
  if (state === 'below') return T('below', { former: formatNumber(meter.lastReading, 2) });
  return problems[meter.id];
}

const meterPlace = ({ roomName, buildingName }: Meter): string => roomName ?? buildingName ?? '—';

const formerOf = ({ lastReading, lastReadDate }: Meter): string =>
  lastReading === null
    ? T('never')
    : T('formerOn', { reading: formatNumber(lastReading, 2), day: formatDay(lastReadDate) });

const doneOf = ({ reading, lastReadDate }: Meter): string =>
  reading === null ? T('later', { day: formatDay(lastReadDate) }) : T('done', { reading: formatNumber(reading, 2) });

function CauseNote({
  meter,
  draft,
  onAsk,
}: {
  readonly meter: Meter;
  readonly draft: Draft;
  readonly onAsk: GridProps['onAskCause'];
}) {
  if (!draft.cause) return null;
  return (
    <span className={css['cause']}>
      {T('causeOf', { cause: T(draft.cause.kind), reason: draft.cause.reason })}
      <Button type="link" size="small" onClick={() => onAsk(meter)}>
        {T('change')}
      </Button>
    </span>
  );
}

function Entry({ meter, grid }: { readonly meter: Meter; readonly grid: GridProps }) {
  const draft = grid.drafts[meter.id] ?? { text: '' };
  const problem = meterProblem(meter, grid);
  const note = `meter-${meter.id}-note`;
  return (
    <div className={css['entry']}>
      <Input
        data-meter={meter.id}
        inputMode="decimal"
        autoComplete="off"
        aria-label={T('readingOf', { name: meter.name })}
        value={draft.text}
        disabled={!grid.mayEdit}
        suffix={meter.unit}
        aria-invalid={problem !== undefined}
        {...(problem !== undefined && { status: 'error' as const, 'aria-describedby': note })}
        onChange={({ target }) => grid.onType(meter, target.value)}
        onBlur={() => grid.onLeave(meter)}
        onKeyDown={(event) => pressed(event, grid.onSave)}
      />
      {problem !== undefined && (
        <span id={note} role="alert" className={css['problem']}>
          {problem}
        </span>
      )}
      <CauseNote meter={meter} draft={draft} onAsk={grid.onAskCause} />
    </div>
  );
}

function usageWords(meter: Meter, draft: Draft | undefined): string {
  const usage = draft && usageOf(meter, draft);
  if (usage === null || usage === undefined || usage < 0) return '—';
  return meter.lastReading === null ? T('first') : withUnit(formatNumber(usage, 2), meter.unit);
}

function MeterRow({ meter, grid }: { readonly meter: Meter; readonly grid: GridProps }) {
  const draft = grid.drafts[meter.id];
  const isDone = isClosed(meter, grid.day);
  const cost = isDone ? meter.cost : costOfDraft(meter, draft);
  return (
    <tr>
      <th scope="row" translate="no">
        {meter.name}
        {meter.accountNo && <span className={css['note']}>{meter.accountNo}</span>}
      </th>
      <td>{choiceLabel(energyKinds.entries[meter.kind])}</td>
      <td>{meterPlace(meter)}</td>
      <td className={css['right']}>{formerOf(meter)}</td>
      <td>{isDone ? doneOf(meter) : <Entry meter={meter} grid={grid} />}</td>
      <td className={css['right']}>{isDone ? '—' : usageWords(meter, draft)}</td>
      <td className={css['right']}>{formatMoney(cost, '')}</td>
    </tr>
  );
}

const heads = ['meter', 'kind', 'place', 'former', 'reading', 'usage', 'cost'] as const;
const atRight: ReadonlySet<string> = new Set(['former', 'usage', 'cost']);

/** Meters as rows with an input each; Enter and the arrows lead from one to the next. */
export function MeterGrid(props: GridProps) {
  return (
    <div className={css['scroll']}>
      <table className={css['grid']} aria-label={T('meters', { day: props.day })}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={atRight.has(head) ? css['right'] : undefined}>
                {T(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.meters.map((meter) => (
            <MeterRow key={meter.id} meter={meter} grid={props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
