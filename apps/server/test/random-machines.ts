import {
  type AnyResource,
  choice,
  dateTime,
  defineResource,
  defineStates,
  move,
  type Move,
  text,
} from '@kangmai/resource';

/** Draws whole numbers below a count, the same in every run. */
export type Draw = (count: number) => number;

export function drawFrom(seed: number): Draw {
  let value = seed;
  return (count) => {
    value = (value * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((value / 2 ** 31) * count);
  };
}

const some = <T>(draw: Draw, list: readonly T[]): readonly T[] => {
  const chosen = list.filter(() => draw(2) === 0);
  return chosen.length > 0 ? chosen : list.slice(0, 1);
};

const reason = text({ label: '原因', en: 'Reason', required: true, max: 50 });
const note = text({ label: '备注', en: 'Note', max: 50 });

/** A move of a user: with or without a reason, with or without a call of its own. */
function drawnMove(draw: Draw, names: readonly string[]): Move {
  const to = names[draw(names.length)] ?? '';
  const from = some(draw, names).filter((name) => name !== to);
  const shared = { label: '变更', en: 'Move', from, to } as const;
  if (draw(6) === 0) return move(shared);
  const input = { ...(draw(3) === 0 && { reason }), ...(draw(3) === 0 && { note }) };
  return move({ ...shared, permission: 'Edit', input, ...(draw(5) === 0 && { ownCall: false as const }) });
}

/** A resource with drawn states and moves, and an end that the clock makes from one of them. */
export function drawnMachine(seed: number): AnyResource {
  const draw = drawFrom(seed);
  const names = Array.from({ length: 3 + draw(4) }, (_, at) => `s${at}`);
  const isNumeric = draw(2) === 0;
  const entry = (at: number) => ({ label: `状态${at}`, en: `State ${at}`, ...(isNumeric && { wire: at }) });
  const states = defineStates({
    ...Object.fromEntries(names.map((name, at) => [name, entry(at)])),
    ended: entry(names.length),
  } as { [state: string]: ReturnType<typeof entry> });
  const moves = Array.from(
    { length: names.length + draw(6) },
    (_, at) => [`move${at}`, drawnMove(draw, names)] as const,
  );
  const service = `Machine${seed}`;
  return defineResource({
    name: `machine${seed}`,
    title: `机器${seed}`,
    en: `Machine ${seed}`,
    scope: 'tenant',
    scopeRule: { everybody: 'made up for a test' },
    permission: `Pages.${service}`,
    wire: { service, entity: service, calls: { save: 'CreateOrEdit', state: 'PUT UpdateStatus' } },
    fields: {
      note,
      dueAt: dateTime({ label: '到期时间', en: 'Due' }),
      state: choice(states, { label: '状态', en: 'State', default: 's0' }),
    },
    list: { columns: ['note', 'state'], sort: 'note' },
    display: 'note',
    moves: {
      on: 'state',
      ...Object.fromEntries(moves),
      end: move({ label: '到期', en: 'End', from: some(draw, names), to: 'ended', clock: { field: 'dueAt' } }),
    },
  } as never) as AnyResource;
}
