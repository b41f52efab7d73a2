import { dictOf } from '@kangmai/resource';
import { Select } from 'antd';

import { WordBone } from '../../ui/bones.tsx';
import { namedPopup } from '../../ui/named-popup.tsx';
import { listed } from '../../lib/i18n/listed.ts';
import { L } from '../../lib/i18n/texts.ts';
import { CutText } from '../../ui/cut-text.tsx';
import { DictFilter, useEntryName, useEntryOptions } from './dict.tsx';
import css from './kinds.module.css';

import type { CellProps, Face, InputProps } from './face.ts';

function DictsCell({ field, value, isFull }: CellProps) {
  const nameOf = useEntryName(dictOf(field));
  const codes = Array.isArray(value) ? value : [];
  const names = codes.flatMap((code) => nameOf(code) ?? []);
  if (names.length < codes.length) return <WordBone />;
  const shown = codes.length === 0 ? L('word.empty') : listed(names);
  return isFull ? shown : <CutText text={shown} />;
}

function DictsInput({ id, value, onChange, disabled, field }: InputProps) {
  const offered = useEntryOptions(dictOf(field));
  return (
    <Select
      popupRender={namedPopup}
      {...(id && { id })}
      className={css['full'] ?? ''}
      mode="multiple"
      value={offered.loading ? [] : ((value as string[] | null) ?? [])}
      disabled={disabled ?? false}
      {...offered}
      onChange={(next: string[]) => onChange?.(next)}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}

export const dictsFace: Face = { Cell: DictsCell, Input: DictsInput, Filter: DictFilter, width: 160 };
