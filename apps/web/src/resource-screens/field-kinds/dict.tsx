import { dictOf } from '@kangmai/resource';
import { Select } from 'antd';

import { WordBone } from '../../ui/bones.tsx';
import { namedPopup } from '../../ui/named-popup.tsx';
import { useDictionary } from '../use-lookup.ts';
import css from './kinds.module.css';
import { shownOf } from './text.tsx';

import type { CellProps, Face, FilterProps, InputProps } from './face.ts';

/** Name of a code; the code itself when its entry is inactive or unknown; undefined while loading. */
export function useEntryName(typeCode: string): (code: unknown) => string | undefined {
  const { entries, isWaiting } = useDictionary(typeCode);
  const isCode = (code: unknown): boolean => typeof code === 'string' && code !== '';
  return (code) =>
    isWaiting && isCode(code) ? undefined : (entries.find((entry) => entry.code === code)?.name ?? shownOf(code));
}

function DictCell({ field, value }: CellProps) {
  return useEntryName(dictOf(field))(value) ?? <WordBone />;
}

/** Options of a dictionary; while loading no code is shown. */
export function useEntryOptions(typeCode: string): {
  readonly options: { readonly value: string; readonly label: string }[];
  readonly loading: boolean;
} {
  const { entries, isWaiting } = useDictionary(typeCode);
  return { options: entries.map(({ code, name }) => ({ value: code, label: name })), loading: isWaiting };
}

function DictInput({ id, value, onChange, disabled, field }: InputProps) {
  const offered = useEntryOptions(dictOf(field));
  return (
    <Select
      popupRender={namedPopup}
      {...(id && { id })}
      className={css['full'] ?? ''}
      value={offered.loading ? null : (value ?? null)}
      disabled={disabled ?? false}
      allowClear={!field.options.required}
      {...offered}
      onChange={(next) => onChange?.(next ?? null)}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}

export function DictFilter({ id, field, value, onChange, placeholder }: FilterProps) {
  const offered = useEntryOptions(dictOf(field));
  const shared = {
    id,
    className: css['full'] ?? '',
    placeholder,
    allowClear: true,
    ...offered,
    showSearch: { optionFilterProp: 'label' },
  };
  if (field.options.filter === 'in')
    return (
      <Select
        popupRender={namedPopup}
        {...shared}
        mode="multiple"
        maxTagCount="responsive"
        value={Array.isArray(value) && !offered.loading ? [...(value as readonly string[])] : []}
        onChange={(next: string[]) => onChange(next)}
      />
    );
  return (
    <Select
      popupRender={namedPopup}
      {...shared}
      value={typeof value === 'string' && !offered.loading ? value : null}
      onChange={(next: string | undefined) => onChange(next)}
    />
  );
}

export const dictFace: Face = { Cell: DictCell, Input: DictInput, Filter: DictFilter, width: 88 };
