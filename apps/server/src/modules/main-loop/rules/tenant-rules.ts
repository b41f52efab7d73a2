import { platformRules, type AbnormalRule, type Datum } from '@kangmai/domain';
import { ruleMarks } from '@kangmai/model';
import type { Tx } from '../../../platform/database/database.ts';
import type { TenantContext } from '../intake/contexts.ts';

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
}

const rulesSql = `select id, code, name, kind, metric, direction, scope_type as "scopeType", age_group as "ageGroup", sex, tag as "tagCode", client_id as "personId", condition, level,
    confirm_count as "confirmCount", confirm_minutes as "confirmMinutes", clear_margin as "clearMargin", clear_count as "clearCount", repeat_minutes as "repeatMinutes",
    source_text as "sourceText", source_section as "sourceSection", mark, version, ends_on as "endOn", is_valid as valid
  from abnormal_rule where tenant_id = $1 and not is_deleted and is_valid`;
const versionSql =
  'select count(*) as count, coalesce(max(id), 0) as newest, coalesce(sum(row_version), 0) as versions, max(coalesce(updated_at, created_at)) as changed from abnormal_rule where tenant_id = $1 and not is_deleted and is_valid';

export const toRule = (row: RuleRow): AbnormalRule => {
  const { mark, clearMargin, ...rest } = row;
  const source = { sourceText: row.sourceText ?? '', sourceSection: row.sourceSection ?? '' };
  return { ...rest, ...source, clearMargin: Number(clearMargin), mark: ruleMarks.read(mark) ?? 'pending' };
};

interface VersionRow {
  readonly count: number;
  readonly newest: number;
  readonly versions: number;
  readonly changed: Date | null;
}
interface TenantRow {
  readonly zone: string;
  readonly datum: Datum;
}

const noRules: VersionRow = { count: 0, newest: 0, versions: 0, changed: null };
const mostParsed = 5000;
const parsed = new Map<string, readonly AbnormalRule[]>();

async function rulesOf(tx: Tx, rulesVersion: string): Promise<readonly AbnormalRule[]> {
  const key = `${tx.tenantId}|${rulesVersion}`;
  const known = parsed.get(key);
  if (known) return known;
  const rows = await tx.query<RuleRow>(rulesSql, [tx.tenantId]);
  const rules = rows.length > 0 ? rows.map(toRule) : platformRules;
  if (parsed.size > mostParsed) parsed.clear();
  parsed.set(key, rules);
  return rules;
}

/** Reads a tenant's clock and rules; rules only when their version changed. */
export async function loadTenantContext(tx: Tx): Promise<TenantContext> {
  const [tenant, version] = await Promise.all([
    tx.one<TenantRow>('select time_zone as zone, map_datum as datum from tenant where id = $1', [tx.tenantId]),
    tx.one<VersionRow>(versionSql, [tx.tenantId]),
  ]);
  const { count, newest, versions, changed } = version ?? noRules;
  const rulesVersion = `${count}.${newest}.${versions}.${changed?.getTime() ?? 0}`;
  return {
    zone: tenant?.zone ?? 'Asia/Shanghai',
    datum: tenant?.datum ?? 'gcj02',
    rules: await rulesOf(tx, rulesVersion),
    rulesVersion,
  };
}
