import { App, Button } from 'antd';

import {
  stopShift,
  swapShifts,
  type RosterEntry,
  type RosterRow,
  type RosterType,
} from '../../resource-client/roster.ts';
import { T } from './roster-texts.ts';
import css from './roster.module.css';
import { wordOfState } from './week-grid.tsx';

import type { Reasoned } from './reason-dialog.tsx';

/** A shift in effect that was chosen; `isSwapped` while the other one is awaited. */
export interface Chosen {
  readonly entry: RosterEntry;
  readonly row: RosterRow;
  readonly isSwapped: boolean;
}

interface LineProps {
  readonly chosen: Chosen;
  readonly types: ReadonlyMap<number, RosterType>;
  readonly ask: (asked: Reasoned) => void;
  readonly choose: (chosen: Chosen | null) => void;
  readonly refresh: () => Promise<unknown>;
}

const namesOf = ({ entry, row }: Chosen, types: ReadonlyMap<number, RosterType>) => ({
  name: row.userName,
  day: entry.workDate,
  type: types.get(entry.dutyTypeId)?.name ?? '',
});

/** The question of a swap of two chosen shifts. */
export const swapOf = (
  one: Chosen,
  other: Chosen,
  { types, done }: { readonly types: ReadonlyMap<number, RosterType>; readonly done: () => Promise<unknown> },
): Reasoned => {
  const words = (each: Chosen): string => Object.values(namesOf(each, types)).join(' ');
  return {
    title: T('swapTitle', { one: words(one), other: words(other) }),
    run: (reason) => swapShifts(one.entry.id, other.entry.id, reason).then(done),
  };
};

/** What is chosen, and what may be done with it. */
export function ChosenLine({ chosen, types, ask, choose, refresh }: LineProps) {
  const { message } = App.useApp();
  const { entry, isSwapped } = chosen;
  const names = namesOf(chosen, types);
  const stop = (): void =>
    ask({
      title: T('stopTitle', names),
      booked: entry.booked,
      run: async (reason, bookings) => {
        await stopShift(entry.id, reason, bookings);
        void message.success(T('stoppedDone'));
        choose(null);
        await refresh();
      },
    });
  return (
    <p className={css['line']} role="status">
      <strong>{T('chosen', { ...names, state: wordOfState(entry.state) })}</strong>
      {entry.stopReason !== null && <span>{entry.stopReason}</span>}
      {isSwapped && <span>{T('pick')}</span>}
      {entry.state === 'published' && !isSwapped && (
        <>
          <Button size="small" onClick={() => choose({ ...chosen, isSwapped: true })}>
            {T('swap')}
          </Button>
          <Button size="small" danger onClick={stop}>
            {T('stop')}
          </Button>
        </>
      )}
      <Button size="small" onClick={() => choose(null)}>
        {T('cancel')}
      </Button>
    </p>
  );
}
