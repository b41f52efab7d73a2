import { dictionaryCategories } from '@kangmai/model';
import { dictionaries, standardCodeOf } from '@kangmai/model/reference';
import type { Tx } from '../../../platform/database/database.ts';
import { initialsOf } from '../initials.ts';

interface EntryRow {
  readonly ['type_code']: string;
  readonly code: string;
  readonly name: string;
  readonly initials: string;
  readonly ['parent_code']: string | null;
  readonly ['standard_code']: string | null;
  readonly position: number;
}

const typesJson = (): string =>
  JSON.stringify(
    dictionaries.rows.map(({ typeCode, name, category, isTree }) => ({
      ['type_code']: typeCode,
      ['type_name']: name,
      category: dictionaryCategories.wireOf(category),
      ['is_tree']: isTree ?? false,
    })),
  );

let entries: string | undefined;

function entriesJson(): string {
  entries ??= JSON.stringify(
    dictionaries.rows.flatMap((type) =>
      type.entries.map((entry, at): EntryRow => ({
        ['type_code']: type.typeCode,
        code: entry.code,
        name: entry.name,
        initials: initialsOf(entry.name, 'word', 64),
        ['parent_code']: entry.parentCode ?? null,
        ['standard_code']: standardCodeOf(type, entry) ?? null,
        position: (at + 1) * 10,
      })),
    ),
  );
  return entries;
}

const typeRows = 'jsonb_to_recordset($2::jsonb) as r(type_code text, type_name text, category text, is_tree boolean)';
const entryRows =
  'jsonb_to_recordset($2::jsonb) as r(type_code text, code text, name text, initials text, parent_code text, standard_code text, position integer)';

export async function copyDictionaries(tx: Tx): Promise<void> {
  const types = [tx.tenantId, typesJson()];
  await tx.execute(
    `update dictionary_type t set type_name = r.type_name, category = r.category, is_tree = r.is_tree, updated_at = now(), row_version = row_version + 1 from ${typeRows}
    where t.tenant_id = $1 and t.type_code = r.type_code and t.is_system and t.updated_by is null and not t.is_deleted and (t.type_name, t.category, t.is_tree) is distinct from (r.type_name, r.category, r.is_tree)`,
    types,
  );
  await tx.execute(
    `insert into dictionary_type (tenant_id, type_name, type_code, category, is_tree, is_system) select $1, r.type_name, r.type_code, r.category, r.is_tree, true from ${typeRows}
    where not exists (select 1 from dictionary_type t where t.tenant_id = $1 and t.type_code = r.type_code)`,
    types,
  );
  const rows = [tx.tenantId, entriesJson()];
  await tx.execute(
    `update dictionary_entry e set name = r.name, initials = r.initials, parent_code = r.parent_code, standard_code = r.standard_code, position = r.position, updated_at = now(), row_version = e.row_version + 1
    from ${entryRows} join dictionary_type t on t.tenant_id = $1 and t.type_code = r.type_code and not t.is_deleted
    where e.tenant_id = $1 and e.type_id = t.id and e.code = r.code and e.is_system and e.updated_by is null and not e.is_deleted
      and (e.name, e.initials, e.parent_code, e.standard_code, e.position) is distinct from (r.name, r.initials, r.parent_code, r.standard_code, r.position)`,
    rows,
  );
  await tx.execute(
    `insert into dictionary_entry (tenant_id, type_id, code, name, initials, parent_code, standard_code, position, is_system)
    select $1, t.id, r.code, r.name, r.initials, r.parent_code, r.standard_code, r.position, true from ${entryRows} join dictionary_type t on t.tenant_id = $1 and t.type_code = r.type_code and not t.is_deleted
    where not exists (select 1 from dictionary_entry e where e.tenant_id = $1 and e.type_id = t.id and e.code = r.code)`,
    rows,
  );
}
