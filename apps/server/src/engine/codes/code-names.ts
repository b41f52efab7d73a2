import { dictOf, type AnyField } from '@kangmai/resource';
import type { Tx } from '../../platform/database/database.ts';
import { knownRegions } from './known-regions.ts';

/**
 * Names of codes by field: entries of the tenant's dictionaries, including switched-off ones, and regions. One
 * statement for all fields.
 */
export async function codeNames(
  tx: Tx,
  fields: readonly AnyField[],
): Promise<(field: AnyField, code: string) => string | undefined> {
  const types = fields.filter(({ kind }) => kind === 'dict' || kind === 'dicts').map(dictOf);
  const rows =
    types.length === 0
      ? []
      : await tx.query<{ type: string; code: string; name: string }>(
          `select t.type_code as type, e.code, e.name from dictionary_type t join dictionary_entry e on e.tenant_id = t.tenant_id and e.type_id = t.id and not e.is_deleted
     where t.tenant_id = $1 and t.type_code = any($2::text[]) and not t.is_deleted`,
          [tx.tenantId, types],
        );
  const entries = new Map(rows.map(({ type, code, name }) => [`${type} ${code}`, name]));
  return (field, code) =>
    field.kind === 'region' ? knownRegions.pathOf(code) : entries.get(`${dictOf(field)} ${code}`);
}
