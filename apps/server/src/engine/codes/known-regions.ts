import type { Regions } from '@kangmai/resource';
import { regions, type Region } from './regions.ts';

const byCode = new Map(regions.map((region) => [region.code, region]));
const nominal = new Set(['市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划']);

function upward(region: Region): readonly Region[] {
  const parent = byCode.get(region.parentCode ?? '');
  return parent ? [...upward(parent), region] : [region];
}

/** Whether a division is usually named: some second levels only state how the third is governed. */
export const isTold = ({ level, name }: Region): boolean => level !== 2 || !nominal.has(name);
const joined = (names: readonly Region[]): string => names.map(({ name }) => name).join('');
const bare = (word: string): string => word.replaceAll(/[\s/／、,，>·-]+/g, '');

/** Spellings of each region: all of its names, or without those usually omitted. */
const whole = new Map(
  regions.flatMap((region) => {
    const names = upward(region);
    return [
      [joined(names), region.code],
      [joined(names.filter((one, at) => at === names.length - 1 || isTold(one))), region.code],
    ] as const;
  }),
);

/** The lower names alone, where only one region has them. */
const ends = new Map<string, string | undefined>();
for (const region of regions.filter(isTold)) {
  const names = upward(region).filter(isTold);
  for (const from of names.keys()) {
    const end = joined(names.slice(from));
    if (from > 0) ends.set(end, ends.has(end) ? undefined : region.code);
  }
}

/** The regions that the product ships, by code and by name. */
export const knownRegions: Regions = {
  codeOf(word) {
    if (byCode.has(word)) return word;
    const name = bare(word);
    return whole.get(name) ?? ends.get(name);
  },
  pathOf(code) {
    const region = byCode.get(code);
    return (
      region &&
      upward(region)
        .filter((one) => one === region || isTold(one))
        .map(({ name }) => name)
        .join(' ')
    );
  },
};
