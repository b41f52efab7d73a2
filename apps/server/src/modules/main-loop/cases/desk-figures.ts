import { abnormalCase } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, inSight, Values, whole, type CallCtx } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';

const mostDays = 92;
const dayMs = 86_400_000;

const seconds = z.number().nullable();
const figures = {
  cases: whole,
  closed: whole,
  falseAlarms: whole,
  climbs: whole,
  claimMedian: seconds,
  claimP90: seconds,
  contactMedian: seconds,
  contactP90: seconds,
  closeMedian: seconds,
  closeP90: seconds,
};
const group = z.object({ id: whole.nullable(), name: z.string().nullable(), ...figures });
const output = z.object({
  total: z.object(figures),
  rules: arrayOf(group),
  products: arrayOf(group),
  teams: arrayOf(group),
});

type Group = z.output<typeof group>;
type GroupRow = Group & { readonly by: 'rule' | 'product' | 'team' | 'all' };

const begins = 'coalesce(b.alarmed_at, b.created_at)';
const spanOf = (name: string, column: string, when = 'true'): string =>
  (
    [
      ['Median', 0.5],
      ['P90', 0.9],
    ] as const
  )
    .map(
      ([share, at]) =>
        `round((percentile_cont(${at}) within group (order by extract(epoch from ${column} - ${begins})) filter (where ${column} >= ${begins} and ${when}))::numeric)::int as "${name}${share}"`,
    )
    .join(', ');

const closed = 'b.state in (3, 4)';

function figuresSql(where: string): string {
  return `with counted as (
    select grouping(b.rule_id, d.product_id, b.team_id) as place, b.rule_id, d.product_id, b.team_id, count(*)::int as cases,
      count(*) filter (where ${closed})::int as closed, count(*) filter (where b.state = 4)::int as "falseAlarms", sum(b.escalation_step)::int as climbs,
      ${spanOf('claim', 'b.claimed_at')}, ${spanOf('contact', 'b.first_contact_at')}, ${spanOf('close', 'b.handled_at', closed)}
    from abnormal_case b left join device d on d.tenant_id = b.tenant_id and d.id = b.device_id where ${where}
    group by grouping sets ((b.rule_id), (d.product_id), (b.team_id), ())
  )
  select case g.place when 3 then 'rule' when 5 then 'product' when 6 then 'team' else 'all' end as by, coalesce(g.rule_id, g.product_id, g.team_id) as id,
    coalesce(r.name, p.product_name, t.name) as name, g.cases, g.closed, g."falseAlarms", coalesce(g.climbs, 0) as climbs, g."claimMedian", g."claimP90", g."contactMedian", g."contactP90", g."closeMedian", g."closeP90"
  from counted g left join abnormal_rule r on r.tenant_id = $1 and r.id = g.rule_id left join device_product p on p.tenant_id = $1 and p.id = g.product_id
    left join care_team t on t.tenant_id = $1 and t.id = g.team_id order by g.cases desc, id nulls last`;
}

/** A period of at most 92 days; the last 30 days without one. */
function periodOf(ctx: CallCtx, asked: Readonly<Record<'beginTime' | 'endTime', string | undefined>>) {
  const read = (field: 'beginTime' | 'endTime', usual: Date): Date => {
    const text = asked[field];
    const at = text === undefined ? usual : ctx.check.toInstant(text);
    if (!at) throw invalid(field, 'field.not-time');
    return at;
  };
  const to = read('endTime', ctx.now());
  const from = read('beginTime', new Date(to.getTime() - 30 * dayMs));
  if (from > to) throw invalid('beginTime', 'case.figures-order');
  if (to.getTime() - from.getTime() > mostDays * dayMs) throw invalid('beginTime', 'case.figures-days');
  return { from, to };
}

export const deskFiguresCall = call({
  wire: `GET ${abnormalCase.wire.service}/GetDeskFigures`,
  title: '处置统计',
  permission: stemsOf(abnormalCase),
  resource: abnormalCase,
  inWaitingDays: true,
  input: z.object({ beginTime: z.string().max(40).optional(), endTime: z.string().max(40).optional() }),
  output,
  run: async (ctx, { beginTime, endTime }) => {
    const { from, to } = periodOf(ctx, { beginTime, endTime });
    const values = new Values(ctx);
    const where = [
      'b.tenant_id = $1 and not b.is_deleted',
      `b.latest_at >= ${values.bind(from)} and b.latest_at <= ${values.bind(to)}`,
      inSight(ctx, abnormalCase, { alias: 'b', values }),
    ].join(' and ');
    const rows = await ctx.tx.query<GroupRow>(figuresSql(where), values.list);
    const groupsBy = (wanted: GroupRow['by']): readonly Group[] =>
      rows.filter(({ by }) => by === wanted).map(({ by: _by, ...figure }) => figure);
    const [all] = groupsBy('all');
    if (!all) throw new Error('no total of the desk');
    const { id: _id, name: _name, ...total } = all;
    return { total, rules: groupsBy('rule'), products: groupsBy('product'), teams: groupsBy('team') };
  },
});
