import { Input } from 'antd';

import { L } from '../../lib/i18n/texts.ts';
import { CutText } from '../../ui/cut-text.tsx';
import css from './kinds.module.css';
import { TextFilter } from './text.tsx';

import type { CellProps, Face, InputProps } from './face.ts';

function JsonCell({ value, isFull }: CellProps) {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return L('word.empty');
  if (isFull) return <pre className={css['json']}>{JSON.stringify(value, null, 2)}</pre>;
  return <CutText text={JSON.stringify(value)} />;
}

function JsonInput({ id, value, onChange, disabled }: InputProps) {
  const shown =
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <Input.TextArea
      {...(id && { id })}
      rows={5}
      spellCheck={false}
      value={shown}
      disabled={disabled ?? false}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

export const jsonFace: Face = { Cell: JsonCell, Input: JsonInput, Filter: TextFilter, width: 240, isWide: () => true };
