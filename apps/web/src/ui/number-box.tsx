import { typedNumber } from '@kangmai/domain/numbers';
import { Input, type InputProps } from 'antd';
import { useState } from 'react';

export type Typed = number | string | null;

interface NumberBoxProps extends Pick<
  InputProps,
  'aria-label' | 'autoFocus' | 'className' | 'disabled' | 'id' | 'placeholder' | 'status' | 'suffix'
> {
  readonly value?: Typed;
  /** Gets the number; the text itself where it is none, so that a check can refuse it; null when emptied. */
  readonly onChange?: (value: Typed) => void;
  readonly show?: (value: number) => string;
}

const meantBy = (text: string): Typed => (text.trim() === '' ? null : (typedNumber(text) ?? text));

/** Takes a number as people type it and changes nothing of it. */
export function NumberBox({ value = null, onChange, show = String, ...rest }: NumberBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isTyping = typed !== null && meantBy(typed) === value;
  const shown = typeof value === 'number' ? show(value) : (value ?? '');
  return (
    <Input
      {...rest}
      role="spinbutton"
      inputMode="decimal"
      autoComplete="off"
      {...(typeof value === 'number' && { 'aria-valuenow': value })}
      value={isTyping ? typed : shown}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange?.(meantBy(target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
