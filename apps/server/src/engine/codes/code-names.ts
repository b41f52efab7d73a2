import { dictOf, type AnyField } from '@kangmai/resource';
import type { Tx } from '../../platform/database/database.ts';
import { knownRegions } from './known-regions.ts';

/** An entry of one of the tenant's dictionaries. */
export interface DictionaryEntry {
  readonly type: string;
  readonly code: string;
  readonly name: string;
  readonly isActive: boolean;
}

/** The entries of some dictionaries, switched off ones too, in the order of their type. */
export const entriesOf = (tx: Tx, types: readonly string[]): Promise<readonly DictionaryEntry[]> =>
  types.length === 0
    ? Promise.resolve([])
    : tx.query<DictionaryEntry>(
        `select t.type_code as type, e.code, e.name, e.is_active as "isActive"
         from dictionary_type t join dictionary_entry e on e.tenant_id = t.tenant_id and e.type_id = t.id and not e.is_deleted
         where t.tenant_id = $1 and t.type_code = any($2::text[]) and not t.is_deleted order by t.type_code, e.position, e.code`,
        [tx.tenantId, types],
      );

/**
 * Names of codes by their field: entries of the tenant's dictionaries, switched off ones too, and regions. One
 * statement for all fields.
 */
export async function codeNames(
  tx: Tx,
  fields: readonly AnyField[],
): Promise<(field: AnyField, code: string) => string | undefined> {
  const types = fields.filter(({ kind }) => kind === 'dict' || kind === 'dicts').map(dictOf);
  const entries = new Map((await entriesOf(tx, types)).map(({ type, code, name }) => [`${type} ${code}`, name]));
  return (field, code) =>
    field.kind === 'region' ? knownRegions.pathOf(code) : entries.get(`${dictOf(field)} ${code}`);
}
