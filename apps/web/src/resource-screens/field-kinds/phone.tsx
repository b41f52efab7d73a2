import { Input } from 'antd';

import { TextCell, TextFilter } from './text.tsx';

import type { Face, InputProps } from './face.ts';

function PhoneInput({ id, value, onChange, disabled }: InputProps) {
  return (
    <Input
      {...(id && { id })}
      inputMode="tel"
      autoComplete="off"
      value={(value as string | null) ?? ''}
      disabled={disabled ?? false}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

export const phoneFace: Face = { Cell: TextCell, Input: PhoneInput, Filter: TextFilter, width: 124 };
