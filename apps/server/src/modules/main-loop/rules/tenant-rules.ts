import { platformRules, standingOf, type AbnormalRule, type Datum, type RuleStanding } from '@kangmai/domain';
import { ruleMarks } from '@kangmai/model';
import type { Settings } from '../../../access/settings.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { TenantContext, TrialRule } from '../intake/contexts.ts';

interface RuleRow {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: AbnormalRule['kind'];
  readonly metric: string;
  readonly direction: AbnormalRule['direction'];
  readonly scopeType: AbnormalRule['scopeType'];
  readonly ageGroup: AbnormalRule['ageGroup'];
  readonly sex: AbnormalRule['sex'];
  readonly tagCode: AbnormalRule['tagCode'];
  readonly personId: number | null;
  readonly condition: AbnormalRule['condition'];
  readonly level: AbnormalRule['level'];
  readonly confirmCount: number;
  readonly confirmMinutes: number;
  readonly clearMargin: string;
  readonly clearCount: number;
  readonly repeatMinutes: number;
  readonly sourceText: string | null;
  readonly sourceSection: string | null;
  readonly mark: number;
  readonly version: number;
  readonly endOn: string | null;
  readonly valid: boolean;
  readonly trialFrom: Date | null;
  readonly trialUntil: Date | null;
}

const ruleColumns = `id, code, name, kind, metric, direction, scope_type as "scopeType", age_group as "ageGroup", sex, tag as "tagCode", client_id as "personId", condition, level,
    confirm_count as "confirmCount", confirm_minutes as "confirmMinutes", clear_margin as "clearMargin", clear_count as "clearCount", repeat_minutes as "repeatMinutes",
    source_text as "sourceText", source_section as "sourceSection", mark, version, ends_on as "endOn", is_valid as valid,
    trial_from as "trialFrom", trial_until as "trialUntil"`;
const rulesSql = `select ${ruleColumns} from abnormal_rule where tenant_id = $1 and not is_deleted and is_valid`;
const formerSql = `select a.*, v.saved_at as "savedAt" from abnormal_rule_version v
  cross join lateral (select ${ruleColumns} from jsonb_populate_record(null::abnormal_rule, v.body)) a
  where v.tenant_id = $1 and v.rule_id = any($2::bigint[]) and v.body ? 'confirm_count' order by v.version desc`;
const versionSql =
  'select count(*) as count, coalesce(max(id), 0) as newest, coalesce(sum(row_version), 0) as versions, max(coalesce(updated_at, created_at)) as changed, count(*) filter (where trial_until > now()) as tried from abnormal_rule where tenant_id = $1 and not is_deleted and is_valid';

export const toRule = (row: RuleRow): AbnormalRule => {
  const { mark, clearMargin, trialFrom: _from, trialUntil: _until, ...rest } = row;
  const source = { sourceText: row.sourceText ?? '', sourceSection: row.sourceSection ?? '' };
  return { ...rest, ...source, clearMargin: Number(clearMargin), mark: ruleMarks.read(mark) ?? 'pending' };
};

interface VersionRow {
  readonly count: number;
  readonly newest: number;
  readonly versions: number;
  readonly changed: Date | null;
  readonly tried: number;
}
interface TenantRow {
  readonly zone: string;
  readonly datum: Datum;
  readonly now: Date;
}

const noRules: VersionRow = { count: 0, newest: 0, versions: 0, changed: null, tried: 0 };
const mostParsed = 5000;
type Judging = Pick<TenantContext, 'rules' | 'trials'>;
const parsed = new Map<string, Judging>();

const standingOfRow = (row: RuleRow, now: Date): RuleStanding =>
  standingOf({ ...toRule(row), trialUntil: row.trialUntil?.getTime() ?? null }, now.getTime());

const isTried = (row: RuleRow): row is RuleRow & { readonly trialFrom: Date; readonly trialUntil: Date } =>
  row.trialFrom !== null && row.trialUntil !== null;

/** The versions in whose place a rule is tried, or waits: each the newest that was in force when it was replaced. */
async function formerVersions(tx: Tx, ruleIds: readonly number[]): Promise<readonly AbnormalRule[]> {
  if (ruleIds.length === 0) return [];
  const rows = await tx.query<RuleRow & { readonly savedAt: Date }>(formerSql, [tx.tenantId, ruleIds]);
  const held = rows.filter((row) => standingOfRow(row, row.savedAt) === 'inForce');
  return ruleIds.flatMap((id) => {
    const former = held.find((row) => row.id === id);
    return former?.valid ? [toRule(former)] : [];
  });
}

async function judgingOf(tx: Tx, now: Date): Promise<Judging> {
  const rows = await tx.query<RuleRow>(rulesSql, [tx.tenantId]);
  if (rows.length === 0) return { rules: platformRules, trials: [] };
  const standings = new Map(rows.map((row) => [row.id, standingOfRow(row, now)]));
  const away = rows.filter(({ id }) => standings.get(id) !== 'inForce');
  const former = await formerVersions(
    tx,
    away.map(({ id }) => id),
  );
  return {
    rules: [...rows.filter((row) => !away.includes(row)).map(toRule), ...former],
    trials: away
      .filter(isTried)
      .flatMap((row): readonly TrialRule[] =>
        standings.get(row.id) === 'onTrial'
          ? [{ rule: toRule(row), from: row.trialFrom.getTime(), until: row.trialUntil.getTime() }]
          : [],
      ),
  };
}

async function rulesOf(tx: Tx, rulesVersion: string, now: Date): Promise<Judging> {
  const key = `${tx.tenantId}|${rulesVersion}`;
  const known = parsed.get(key);
  if (known) return known;
  const judging = await judgingOf(tx, now);
  if (parsed.size > mostParsed) parsed.clear();
  parsed.set(key, judging);
  return judging;
}

const usualAges = { lateHours: 2, acceptDays: 30 } as const;

const within = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(Math.max(Math.trunc(value) || least, least), most);

export const tenantLoader =
  (settings: Settings) =>
  async (tx: Tx): Promise<TenantContext> => ({
    ...(await loadTenantContext(tx)),
    lateHours: within(await settings.number(tx.tenantId, 'App.Devices.LateReadingHours'), [1, 12]),
    acceptDays: within(await settings.number(tx.tenantId, 'App.Devices.LateAcceptDays'), [1, 30]),
  });

/** Reads a tenant's clock and rules; rules only when their version changed. The limits of age are the usual ones. */
export async function loadTenantContext(tx: Tx): Promise<TenantContext> {
  const [tenant, version] = await Promise.all([
    tx.one<TenantRow>('select time_zone as zone, map_datum as datum, now() as now from tenant where id = $1', [
      tx.tenantId,
    ]),
    tx.one<VersionRow>(versionSql, [tx.tenantId]),
  ]);
  const { count, newest, versions, changed, tried } = version ?? noRules;
  const rulesVersion = `${count}.${newest}.${versions}.${changed?.getTime() ?? 0}.${tried}`;
  return {
    zone: tenant?.zone ?? 'Asia/Shanghai',
    datum: tenant?.datum ?? 'gcj02',
    ...usualAges,
    ...(await rulesOf(tx, rulesVersion, tenant?.now ?? new Date())),
    rulesVersion,
  };
}
