import { InputNumber, Select } from 'antd';
import { createContext, use, type ReactNode } from 'react';

import { namedPopup } from '../../ui/named-popup.tsx';
import css from './builder.module.css';

export interface Builder {
  /** Id of the form field; the ids of its inputs begin with it. */
  readonly id: string;
  readonly kind: string;
  readonly isDisabled: boolean;
  readonly problemAt: (path: string) => string | undefined;
}

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('no builder around this slot');
  return builder;
}

/** Id of the input at a path: `condition.terms.0.value` of the field `x` is `x-terms-0-value`. */
export const slotId = (id: string, path: string): string => [id, ...path.split('.').slice(1)].join('-');

interface Bound {
  readonly id: string;
  readonly disabled: boolean;
  readonly status?: 'error';
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
}

interface SlotProps {
  readonly label: string;
  /** Path inside the rule, as in problems. */
  readonly path: string;
  readonly hint?: string | undefined;
  readonly breadth?: 'wide' | 'figure' | 'sign';
}

/** Label of an input with its problem or hint below. */
export function Slot({
  label,
  path,
  hint,
  breadth,
  children,
}: SlotProps & { readonly children: (bound: Bound) => ReactNode }) {
  const { id, isDisabled, problemAt } = useBuilder();
  const own = slotId(id, path);
  const problem = problemAt(path);
  const told = problem ?? hint;
  return (
    <div className={`${css['slot']} ${breadth ? css[`${breadth}Slot`] : ''}`}>
      <label htmlFor={own}>{label}</label>
      {children({
        id: own,
        disabled: isDisabled,
        ...(problem !== undefined && { status: 'error', 'aria-invalid': true }),
        ...(told !== undefined && { 'aria-describedby': `${own}-told` }),
      })}
      {told !== undefined && (
        <div id={`${own}-told`} className={problem === undefined ? css['hint'] : css['wrong']}>
          {told}
        </div>
      )}
    </div>
  );
}

interface NumberSlotProps extends SlotProps {
  readonly value: number | null | undefined;
  readonly onChange: (value: number | null) => void;
  readonly unit?: string;
  readonly isWhole?: boolean;
  readonly placeholder?: string;
}

/** Number with unit. Values out of range are reported, never clamped. */
export function NumberSlot({ value, onChange, unit = '', isWhole = false, placeholder, ...slot }: NumberSlotProps) {
  return (
    <Slot {...slot}>
      {(bound) => (
        <InputNumber
          {...bound}
          className={css['number'] ?? ''}
          controls={false}
          value={value ?? null}
          suffix={unit}
          {...(isWhole && { precision: 0 })}
          {...(placeholder !== undefined && { placeholder })}
          onChange={(next) => onChange(next === null ? null : Number(next))}
        />
      )}
    </Slot>
  );
}

interface Option<V> {
  readonly value: V;
  readonly label: string;
}

interface ChoiceSlotProps<V> extends SlotProps {
  readonly value: V | null | undefined;
  readonly options: readonly Option<V>[];
  readonly onChange: (value: V) => void;
  readonly placeholder?: string;
}

export function ChoiceSlot<V extends string | number>({
  value,
  options,
  onChange,
  placeholder,
  ...slot
}: ChoiceSlotProps<V>) {
  return (
    <Slot {...slot}>
      {(bound) => (
        <Select<V>
          {...bound}
          popupRender={namedPopup}
          className={css['choice'] ?? ''}
          value={value === '' ? null : (value ?? null)}
          options={[...options]}
          onChange={onChange}
          {...(placeholder !== undefined && { placeholder })}
        />
      )}
    </Slot>
  );
}

interface SomeSlotProps<V> extends SlotProps {
  readonly value: readonly V[] | undefined;
  readonly options: readonly Option<V>[];
  readonly onChange: (value: readonly V[] | undefined) => void;
  readonly placeholder: string;
}

export function SomeSlot<V extends string | number>({
  value,
  options,
  onChange,
  placeholder,
  ...slot
}: SomeSlotProps<V>) {
  return (
    <Slot {...slot}>
      {(bound) => (
        <Select<V[]>
          {...bound}
          mode="multiple"
          popupRender={namedPopup}
          className={css['choice'] ?? ''}
          value={[...(value ?? [])]}
          options={[...options]}
          placeholder={placeholder}
          onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        />
      )}
    </Slot>
  );
}
