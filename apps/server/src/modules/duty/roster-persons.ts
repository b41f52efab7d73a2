import { addDays } from '@kangmai/domain';
import { type DutyKind, dutyKinds, idleKinds, rosterPerson, shift, user } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import { asSaved, type CallCtx, implement } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { isIdle } from './roster.ts';

type RosterPerson = Row<typeof rosterPerson>;
export type RosterRule = Pick<RosterPerson, 'kinds' | 'mostShifts' | 'isValid'>;

interface Scheduled {
  readonly user?: number | null;
  readonly kind?: DutyKind | null;
}

/** What the users of shifts may be scheduled for; users without a rule are left out. */
export async function rosterRules(ctx: CallCtx, rows: readonly Scheduled[]): Promise<ReadonlyMap<number, RosterRule>> {
  const users = [...new Set(rows.flatMap((row) => row.user ?? []))];
  if (users.length === 0) return new Map();
  const found = await ctx.repo(rosterPerson).list({ where: { user: { in: users } }, take: users.length });
  return new Map(found.map((rule) => [rule.user, rule]));
}

/** Whether somebody may have a shift of a kind; days of rest are for everybody. */
export function mayTake(rules: ReadonlyMap<number, RosterRule>, { user: holder, kind }: Scheduled): boolean {
  const rule = rules.get(holder ?? 0);
  if (!rule || isIdle(kind)) return true;
  return rule.isValid !== false && rule.kinds.some((allowed) => allowed === kind);
}

export async function requireRosterKind(ctx: CallCtx, row: Draft<typeof shift>): Promise<void> {
  if (mayTake(await rosterRules(ctx, [row]), row)) return;
  const { label = '', en = label } = row.kind ? dutyKinds.entries[row.kind] : {};
  const kind = ctx.caller.culture === 'en' ? en : label;
  throw invalid(row.person == null ? 'user' : 'person', 'duty.not-for-kind', { name: row.holderName ?? '', kind });
}

const words = {
  'zh-Hans': (name: string, count: number, most: number) => `${name}：本周 ${count} 个班次，多于 ${most} 个`,
  en: (name: string, count: number, most: number) => `${name}: ${count} shifts this week, more than ${most}`,
} as const;

export async function fullWeeks(
  ctx: CallCtx,
  monday: string,
  rules: ReadonlyMap<number, RosterRule>,
): Promise<readonly string[]> {
  if (rules.size === 0) return [];
  const rows = await ctx.all(
    ctx
      .from(shift, 's')
      .innerJoin(ctx.from(user, 'u').beyondSight('the roster names everybody').joined, 'u.id', 's.user')
      .select(({ fn }) => ['u.id', 'u.fullName as name', fn.countAll<number>().as('count')])
      .where('s.workDate', '>=', monday)
      .where('s.workDate', '<=', addDays(monday, 6))
      .where('s.kind', 'not in', idleKinds)
      .where('s.state', '<>', 'stopped')
      .where('u.id', 'in', [...rules.keys()])
      .groupBy(['u.id', 'u.fullName'])
      .orderBy('u.id'),
  );
  return rows.flatMap(({ id, name, count }) => {
    const most = rules.get(id)?.mostShifts ?? count;
    return count > most ? [words[ctx.caller.culture](name, count, most)] : [];
  });
}

export const rosterPersonCode = implement(rosterPerson, {
  beforeSave(_ctx, draft, current) {
    const saved = asSaved<Draft<typeof rosterPerson>>(draft, current);
    if (saved.standIn != null && saved.standIn === saved.user) throw invalid('standIn', 'duty.own-stand-in');
  },
});
