import type { Tx } from '../../platform/database/database.ts';
import source from './regions.json' with { type: 'json' };

/** A division of China down to the county. `level` 1 province, 2 city, 3 county; `code` is six digits as in GB/T 2260. */
export interface Region {
  readonly code: string;
  readonly name: string;
  readonly parentCode: string | null;
  readonly level: 1 | 2 | 3;
  readonly pinyinInitials: string;
}

function parse(row: string): Region {
  const [code = '', name = '', pinyinInitials = ''] = row.split(' ');
  if (code.endsWith('0000')) return { code, name, pinyinInitials, level: 1, parentCode: null };
  if (code.endsWith('00')) return { code, name, pinyinInitials, level: 2, parentCode: `${code.slice(0, 2)}0000` };
  return { code, name, pinyinInitials, level: 3, parentCode: `${code.slice(0, 4)}00` };
}

/** Every region we ship, parents before children. */
export const regions: readonly Region[] = source.rows.map(parse);

/** Writes the regions that are new or changed and answers how many; needs the platform's role (`database.platform(loadRegions)`). */
export function loadRegions(tx: Tx): Promise<number> {
  const sql = `insert into region (code, name, parent_code, level, pinyin_initials)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::smallint[], $5::text[])
    on conflict (code) do update set name = excluded.name, parent_code = excluded.parent_code, level = excluded.level, pinyin_initials = excluded.pinyin_initials
    where (region.name, region.parent_code, region.level, region.pinyin_initials)
      is distinct from (excluded.name, excluded.parent_code, excluded.level, excluded.pinyin_initials)`;
  const column = <K extends keyof Region>(key: K): readonly Region[K][] => regions.map((region) => region[key]);
  return tx.execute(sql, [
    column('code'),
    column('name'),
    column('parentCode'),
    column('level'),
    column('pinyinInitials'),
  ]);
}
