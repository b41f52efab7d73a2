import { choicesOf, dictOf, listFilter, naturalKeyOf, targetOf, type AnyField } from '@kangmai/resource';

import { isAddressable } from '../../resource-client/address.ts';
import { isRange, joinedFilters, type FilterValue } from '../../resource-client/query.ts';
import { useRegions } from '../../lib/api/use-regions.ts';
import { listed } from '../../lib/i18n/listed.ts';
import { L } from '../../lib/i18n/texts.ts';
import { choiceLabel, fieldLabel } from '../../lib/labels.ts';
import { useListContext } from '../list-context.ts';
import { useDictionary, useNames } from '../use-lookup.ts';
import { T as S } from '../screen-texts.ts';
import { T } from './list-texts.ts';

interface ValueProps {
  readonly field: AnyField;
  readonly values: readonly string[];
}

function EntryWords({ field, values }: ValueProps) {
  const { entries, isWaiting } = useDictionary(dictOf(field));
  return isWaiting ? '…' : listed(values.map((value) => entries.find(({ code }) => code === value)?.name ?? value));
}

function NameWords({ field, values }: ValueProps) {
  const { resource } = useListContext();
  const names = useNames(resource, targetOf(field), values.map(Number).filter(Number.isSafeInteger));
  return listed(values.map((value) => names.get(Number(value)) ?? value));
}

function RegionWords({ values }: { readonly values: readonly string[] }) {
  const { pathOf } = useRegions();
  return listed(values.map(pathOf));
}

function wordOf(field: AnyField, value: string): string {
  if (field.kind === 'bool') return L(value === 'true' || value === '1' ? 'word.yes' : 'word.no');
  const entry = field.kind === 'choice' || field.kind === 'choices' ? choicesOf(field).entries[value] : undefined;
  return entry ? choiceLabel(entry) : value;
}

const coded = new Set(['dict', 'dicts', 'region']);

export function FilterWords({ field, value }: { readonly field: AnyField; readonly value: FilterValue }) {
  if (isRange(value)) return T('range', { from: value.from || '…', to: value.to || '…' });
  const values = typeof value === 'string' ? [value] : value;
  if (coded.has(field.kind))
    return field.kind === 'region' ? <RegionWords values={values} /> : <EntryWords field={field} values={values} />;
  if ((field.kind === 'ref' && naturalKeyOf(field) === undefined) || field.kind === 'refs')
    return <NameWords field={field} values={values} />;
  return listed(values.map((one) => wordOf(field, one)));
}

export interface UsedFilter {
  readonly name: string;
  readonly label: string;
  readonly field: AnyField;
  readonly value: FilterValue;
  /** Identifies a person and is therefore not printed. */
  readonly isSensitive: boolean;
  readonly lead: string;
}

/** The set filters; those of which one must hold stand last, `lead` before the first of them. */
export function useUsedFilters(): readonly UsedFilter[] {
  const { resource, state, asked } = useListContext();
  const joined = joinedFilters(resource, asked);
  const rest = Object.keys(state.filters).filter((name) => !joined.includes(name));
  return [...rest, ...joined].flatMap((name) => {
    const [field, value] = [listFilter(resource, name)?.field, state.filters[name]];
    if (!field || value === undefined) return [];
    const lead = name === joined[0] ? S('joinAny') : '';
    return [{ name, label: fieldLabel(name, field), field, value, isSensitive: !isAddressable(field), lead }];
  });
}
