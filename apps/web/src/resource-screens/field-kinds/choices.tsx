import { Checkbox } from 'antd';

import { listed } from '../../lib/i18n/listed.ts';
import { L } from '../../lib/i18n/texts.ts';
import { CutText } from '../../ui/cut-text.tsx';
import { ChoiceFilter, choiceOptions, ChoiceValue } from './choice.tsx';

import type { CellProps, Face, InputProps } from './face.ts';

function ChoicesCell({ field, value, isFull }: CellProps) {
  const names = Array.isArray(value) ? (value as readonly string[]) : [];
  if (names.length === 0) return L('word.empty');
  if (!isFull)
    return (
      <CutText
        text={listed(names.map((name) => choiceOptions(field).find((one) => one.value === name)?.label ?? name))}
      />
    );
  return (
    <span>
      {names.map((name, at) => (
        <span key={name}>
          <ChoiceValue field={field} value={name} />
          {at < names.length - 1 && '、'}
        </span>
      ))}
    </span>
  );
}

function ChoicesInput({ id, value, onChange, disabled, field }: InputProps) {
  return (
    <div {...(id && { id })} role="group">
      <Checkbox.Group
        value={(value as string[] | null) ?? []}
        disabled={disabled ?? false}
        options={choiceOptions(field)}
        onChange={(next) => onChange?.(next)}
      />
    </div>
  );
}

export const choicesFace: Face = {
  Cell: ChoicesCell,
  Input: ChoicesInput,
  Filter: ChoiceFilter,
  width: 160,
  isWide: () => true,
};
