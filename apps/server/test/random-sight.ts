import {
  choice,
  defineResource,
  defineStates,
  fieldOf,
  move,
  ref,
  targetOf,
  text,
  throughOf,
  tiesOf,
  type AnyResource,
  type Link,
  type Ties,
} from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
import type { Sight } from '../src/access/caller.ts';
import type { Draw } from './random-machines.ts';

/** A drawn row: what its references name by field, its state, whether it is deleted. */
export interface DrawnRow {
  readonly id: number;
  readonly isDeleted: boolean;
  readonly state: string;
  readonly refs: Readonly<Record<string, number | null>>;
}

export type DrawnRows = ReadonlyMap<string, readonly DrawnRow[]>;

const states = defineStates({
  open: { label: '进行中', en: 'Open' },
  paused: { label: '暂停', en: 'Paused' },
  over: { label: '已结束', en: 'Over' },
});

const someOf = <T>(draw: Draw, list: readonly T[]): readonly T[] => list.filter(() => draw(2) === 0);

function drawnLink(draw: Draw, link: { readonly by: string; readonly field: string }): { readonly linked?: Link } {
  const when = { state: draw(2) === 0 ? ['open'] : ['open', 'paused'] };
  return draw(3) === 0 ? {} : { linked: { ...link, when } };
}

const ownTies = (draw: Draw, own: readonly string[]): Ties => {
  const chosen = someOf(draw, own);
  return {
    ...(chosen.length > 0 && { own: chosen }),
    ...(draw(2) === 0 && { team: 'team' }),
    ...(draw(2) === 0 && { unit: 'unit' }),
  };
};

const to = (target: string) => ref(target, { label: '引用', en: 'Reference', index: true });

interface Drawn {
  readonly name: string;
  readonly rule: Ties;
  readonly references: Readonly<Record<string, string>>;
}

function resourceOf({ name, rule, references }: Drawn): AnyResource {
  const entity = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const fields = Object.fromEntries(Object.entries(references).map(([field, target]) => [field, to(target)]));
  return defineResource({
    name,
    title: `测试${name}`,
    en: name,
    scope: 'tenant',
    permission: `Pages.${entity}`,
    wire: { service: entity, entity, wrap: false, calls: usualCalls(entity) },
    fields: {
      ...fields,
      note: text({ label: '备注', en: 'Note', max: 50 }),
      state: choice(states, { label: '状态', en: 'State', default: 'open' }),
    },
    list: { columns: ['note', 'state'], sort: 'note' },
    display: 'note',
    excel: { import: false, export: true },
    moves: {
      on: 'state',
      reopen: move({ label: '重新打开', en: 'Reopen', from: ['over'], to: 'open', permission: 'Edit' }),
    },
    scopeRule: rule,
  } as never) as AnyResource;
}

/** Four resources with drawn rules: persons, visits that may open persons, orders of persons, items of orders. */
export function drawnSight(at: number, draw: Draw): readonly AnyResource[] {
  const [person, visit, order, item] = ['person', 'visit', 'order', 'item'].map((name) => `drawn${name}${at}`) as [
    string,
    string,
    string,
    string,
  ];
  const ties = { user: 'user', second: 'user', team: 'careTeam', unit: 'organizationUnit' };
  const through = ['person', ...(draw(2) === 0 ? ['payer'] : [])];
  const all: readonly Drawn[] = [
    {
      name: person,
      rule: { own: ['user'], ...ownTies(draw, ['second']), ...drawnLink(draw, { by: visit, field: 'person' }) },
      references: ties,
    },
    {
      name: visit,
      rule: { own: ['user'], ...(draw(2) === 0 && { through: ['person'] }), ...(draw(2) === 0 && { team: 'team' }) },
      references: { ...ties, person },
    },
    {
      name: order,
      rule: { ...ownTies(draw, ['user']), through, ...(draw(3) === 0 && { orNone: true as const }) },
      references: { ...ties, person, payer: person },
    },
    {
      name: item,
      rule: { through: draw(2) === 0 ? 'order' : ['order', 'person'] },
      references: { order, person },
    },
  ];
  return all.map(resourceOf);
}

interface Asked {
  readonly resources: readonly AnyResource[];
  readonly rows: DrawnRows;
  readonly sight: Sight;
  readonly userId: number;
}

interface Place {
  readonly resource: AnyResource;
  readonly row: DrawnRow;
  /** The reference by which a link is asked. */
  readonly leftOut?: string;
}

const refOf = (row: DrawnRow, name = ''): number => row.refs[name] ?? -1;

function isTied({ resource, row }: Place, { sight, userId }: Asked): boolean {
  const { own = [], team, unit } = tiesOf(resource) ?? {};
  return (
    (sight.own && own.some((name) => refOf(row, name) === userId)) ||
    sight.teams.includes(refOf(row, team)) ||
    sight.units.includes(refOf(row, unit))
  );
}

function isReached({ resource, row, leftOut }: Place, asked: Asked): boolean {
  const through = throughOf(resource).filter((name) => name !== leftOut);
  if (tiesOf(resource)?.orNone && through.every((name) => refOf(row, name) < 0)) return true;
  return through.some((name) => {
    const target = asked.resources.find((one) => one.name === targetOf(fieldOf(resource, name)));
    const found = asked.rows.get(target?.name ?? '')?.find(({ id }) => id === row.refs[name]);
    return target !== undefined && found !== undefined && sees({ resource: target, row: found }, asked);
  });
}

function isLinked({ resource, row }: Place, asked: Asked): boolean {
  const { by = '', field = '', when = {} } = tiesOf(resource)?.linked ?? {};
  const link = asked.resources.find(({ name }) => name === by);
  const living = (asked.rows.get(by) ?? []).filter(
    (one) => !one.isDeleted && one.refs[field] === row.id && when['state']?.includes(one.state),
  );
  return link !== undefined && living.some((one) => sees({ resource: link, row: one, leftOut: field }, asked));
}

/** Whether a caller sees a row: the rule read row by row, without any statement. */
export const sees = (place: Place, asked: Asked): boolean =>
  asked.sight.all || isTied(place, asked) || isReached(place, asked) || isLinked(place, asked);
