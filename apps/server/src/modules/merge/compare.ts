import type { client } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { invalid } from '../../platform/errors.ts';

type Client = Row<typeof client>;
type Field = keyof Client & keyof typeof client.fields;

interface Group {
  readonly key: string;
  readonly fields: readonly Field[];
}

const alone = (...names: readonly Field[]): readonly Group[] => names.map((name) => ({ key: name, fields: [name] }));

export const groups: readonly Group[] = [
  { key: 'name', fields: ['name', 'initials', 'spelling'] },
  { key: 'certificateNo', fields: ['certificateType', 'certificateNo', 'gender', 'birthday'] },
  ...alone('phone', 'photo', 'nation', 'marriage', 'education', 'occupation', 'workUnit', 'residenceType'),
  ...alone('bloodType', 'rh', 'paymentTypes', 'insuranceNo'),
  { key: 'address', fields: ['regionCode', 'address', 'longitude', 'latitude'] },
  ...alone('registeredAddress', 'livingState', 'disability', 'crowdTypes'),
  { key: 'height', fields: ['height', 'weight'] },
  { key: 'isVip', fields: ['isVip', 'vipLevel'] },
  { key: 'knowingChannel', fields: ['knowingChannel', 'introducer'] },
  ...alone('organizationUnit', 'remark'),
  { key: 'openId', fields: ['openId', 'unionId', 'nickName', 'avatar', 'bindState', 'lastActiveAt'] },
];

type Values = { readonly [name in Field]?: unknown };

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '';
  return Array.isArray(value) && value.length === 0 ? '' : JSON.stringify(value);
};

export const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

const isEmpty = (row: Values, { fields }: Group): boolean => fields.every((name) => textOf(row[name]) === '');
const lead = ({ key }: Group): Field => key as Field;

export interface Compared {
  readonly key: string;
  readonly fields: readonly string[];
  readonly suggested: 'keep' | 'other';
}

/** The groups in which two files differ; the fuller one is suggested. */
export const compared = (keep: Client, other: Client): readonly Compared[] =>
  groups
    .filter((group) => group.fields.some((name) => !isSame(keep[name], other[name])) && !isEmpty(other, group))
    .map((group) => ({
      key: group.key,
      fields: group.fields.filter((name) => !['initials', 'spelling'].includes(name)),
      suggested: textOf(keep[lead(group)]) === '' && textOf(other[lead(group)]) !== '' ? 'other' : 'keep',
    }));

export function chosenValues(
  { keep, other }: { readonly keep: Client; readonly other: Client },
  keys: readonly string[],
): { readonly before: Values; readonly after: Values } {
  const chosen = groups.filter(({ key }) => keys.includes(key));
  const unknown = keys.find((key) => !groups.some((group) => group.key === key));
  if (unknown !== undefined) throw invalid('fields', 'client-merge.unknown-field', { field: unknown });
  const names = chosen.flatMap(({ fields }) => fields).filter((name) => !isSame(keep[name], other[name]));
  return {
    before: Object.fromEntries(names.map((name) => [name, keep[name]])),
    after: Object.fromEntries(names.map((name) => [name, other[name]])),
  };
}
