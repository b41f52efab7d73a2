import { dictOf } from '@kangmai/resource';
import { Select } from 'antd';

import { namedPopup } from '../../ui/named-popup.tsx';
import { useDictionary } from '../use-lookup.ts';
import css from './kinds.module.css';
import { shownOf } from './text.tsx';

import type { CellProps, Face, FilterProps, InputProps } from './face.ts';

/** The name of a code; the code itself where the entry is switched off or unknown. */
export function useEntryName(typeCode: string): (code: unknown) => string {
  const entries = useDictionary(typeCode);
  return (code) => entries.find((entry) => entry.code === code)?.name ?? shownOf(code);
}

function DictCell({ field, value }: CellProps) {
  return useEntryName(dictOf(field))(value);
}

export function useEntryOptions(typeCode: string): { readonly value: string; readonly label: string }[] {
  return useDictionary(typeCode).map(({ code, name }) => ({ value: code, label: name }));
}

function DictInput({ id, value, onChange, disabled, field }: InputProps) {
  const options = useEntryOptions(dictOf(field));
  return <Select popupRender={namedPopup} {...(id && { id })} className={css['full'] ?? ''} value={value ?? null} disabled={disabled ?? false} allowClear={!field.options.required} options={options} onChange={(next) => onChange?.(next ?? null)} showSearch={{ optionFilterProp: 'label' }} />;
}

export function DictFilter({ id, field, value, onChange }: FilterProps) {
  const options = useEntryOptions(dictOf(field));
  const shared = { id, className: css['full'] ?? '', allowClear: true, options, showSearch: { optionFilterProp: 'label' } };
  if (field.options.filter === 'in') return <Select popupRender={namedPopup} {...shared} mode="multiple" maxTagCount="responsive" value={Array.isArray(value) ? [...(value as readonly string[])] : []} onChange={(next: string[]) => onChange(next)} />;
  return <Select popupRender={namedPopup} {...shared} value={typeof value === 'string' ? value : null} onChange={(next: string | undefined) => onChange(next)} />;
}

export const dictFace: Face = { Cell: DictCell, Input: DictInput, Filter: DictFilter, width: 88 };
