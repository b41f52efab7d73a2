import { L } from '../../lib/i18n/texts.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { T } from '../screen-texts.ts';
import { TextFilter } from './text.tsx';

import type { CellProps, Face, InputProps } from './face.ts';

const SecretCell = ({ value }: CellProps) => (value === null ? L('word.empty') : '******');

function SecretInput({ id, value, onChange, disabled, row }: InputProps) {
  return (
    <PasswordInput
      {...(id && { id })}
      autoComplete="new-password"
      value={typeof value === 'string' && !value.includes('****') ? value : ''}
      disabled={disabled ?? false}
      onChange={(event) => onChange?.(event.target.value)}
      {...(row && { placeholder: T('secretHint') })}
    />
  );
}

export const secretFace: Face = { Cell: SecretCell, Input: SecretInput, Filter: TextFilter, width: 88 };
