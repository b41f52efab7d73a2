import type { Tx } from '../../platform/database/database.ts';
import source from './regions.json' with { type: 'json' };

/**
 *  A division of China down to the county. `level` 1 province, 2 city, 3 county; `code` is six digits as in GB/T 2260.
 */
export interface Region {
  readonly code: string;
  readonly name: string;
  readonly parentCode: string | null;
  readonly level: 1 | 2 | 3;
  readonly pinyinInitials: string;
}

const letterOf = new Map(
  Object.entries(source.letters).flatMap(([letter, signs]) => Array.from(signs, (sign) => [sign, letter] as const)),
);
const otherInitials: Readonly<Record<string, string>> = source.otherInitials;

const initialsOf = (code: string, name: string): string =>
  otherInitials[code] ?? Array.from(name, (sign) => letterOf.get(sign) ?? '').join('');

function regionOf(code: string, name: string): Region {
  const common = { code, name, pinyinInitials: initialsOf(code, name) };
  if (code.endsWith('0000')) return { ...common, level: 1, parentCode: null };
  if (code.endsWith('00')) return { ...common, level: 2, parentCode: `${code.slice(0, 2)}0000` };
  return { ...common, level: 3, parentCode: `${code.slice(0, 4)}00` };
}

/** A row is a province (`11北京市`), or a city followed by its counties (`1101市辖区 01东城区 02西城区`). */
function readRow(row: string): readonly Region[] {
  const [first = '', ...counties] = row.split(' ');
  const [prefix = ''] = /^\d+/.exec(first) ?? [];
  return [
    regionOf(prefix.padEnd(6, '0'), first.slice(prefix.length)),
    ...counties.map((county) => regionOf(`${prefix}${county.slice(0, 2)}`, county.slice(2))),
  ];
}

/** Every region we ship, parents before children. */
export const regions: readonly Region[] = source.rows.flatMap(readRow);

/** Writes new or changed regions and returns how many; needs the platform's role (`database.platform(loadRegions)`). */
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
