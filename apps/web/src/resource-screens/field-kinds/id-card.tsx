import { Input } from 'antd';

import { TextCell, TextFilter } from './text.tsx';

import type { Face, InputProps } from './face.ts';

function IdCardInput({ id, value, onChange, disabled }: InputProps) {
  return (
    <Input
      {...(id && { id })}
      autoComplete="off"
      maxLength={30}
      value={(value as string | null) ?? ''}
      disabled={disabled ?? false}
      onChange={(event) => onChange?.(event.target.value.toUpperCase())}
    />
  );
}

export const idCardFace: Face = { Cell: TextCell, Input: IdCardInput, Filter: TextFilter, width: 184 };
