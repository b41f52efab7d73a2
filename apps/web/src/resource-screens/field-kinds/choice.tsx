import { choicesOf, type AnyField, type ChoiceEntry } from '@kangmai/resource';
import { Radio, Select } from 'antd';

import { namedPopup } from '../../ui/named-popup.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { listed } from '../../lib/i18n/listed.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { textWidth } from '../../lib/text-width.ts';
import css from './kinds.module.css';
import { shownOf } from './text.tsx';

import type { ReactNode } from 'react';
import type { CellProps, Face, FilterProps, InputProps } from './face.ts';

const tones: Readonly<Record<NonNullable<ChoiceEntry['tone']>, Tone>> = {
  neutral: 'neutral',
  info: 'info',
  good: 'success',
  warn: 'warning',
  bad: 'error',
};

export const toneOf = ({ tone = 'neutral' }: ChoiceEntry): Tone => tones[tone];

export function ChoiceValue({ field, value }: { readonly field: AnyField; readonly value: unknown }) {
  const entry = choicesOf(field).entries[String(value)];
  if (!entry) return shownOf(value);
  return entry.tone ? <StatusTag tone={tones[entry.tone]}>{choiceLabel(entry)}</StatusTag> : choiceLabel(entry);
}

const ChoiceCell = ({ field, value }: CellProps) => <ChoiceValue field={field} value={value} />;

export const choiceOptions = (field: AnyField): { readonly value: string; readonly label: string }[] =>
  Object.entries(choicesOf(field).entries).map(([value, entry]) => ({ value, label: choiceLabel(entry) }));

const fewest = 4;

function ChoiceInput({ id, value, onChange, disabled, field }: InputProps) {
  const options = choiceOptions(field);
  const shared = { ...(id && { id }), value, disabled: disabled ?? false, options };
  if (options.length < fewest && field.options.required)
    return <Radio.Group {...shared} onChange={(event) => onChange?.(event.target.value)} />;
  return (
    <Select
      popupRender={namedPopup}
      {...shared}
      className={css['full'] ?? ''}
      allowClear={!field.options.required}
      onChange={(next) => onChange?.(next ?? null)}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}

type Chosen = readonly { readonly label?: ReactNode }[];

/** Chosen values of a control without label, as text with ellipsis. */
function chosenWords(chosen: Chosen): ReactNode {
  const words = listed(chosen.flatMap(({ label }) => (typeof label === 'string' ? [label] : [])));
  return <span title={words}>{words}</span>;
}

export function ChoiceFilter({ id, field, value, onChange, placeholder }: FilterProps) {
  const shared = {
    id,
    className: css['full'] ?? '',
    placeholder,
    allowClear: true,
    options: choiceOptions(field),
    showSearch: { optionFilterProp: 'label' },
  };
  if (field.options.filter === 'in') {
    const tags =
      placeholder === undefined
        ? { maxTagCount: 'responsive' as const }
        : { maxTagCount: 0, maxTagPlaceholder: chosenWords };
    return (
      <Select
        popupRender={namedPopup}
        {...shared}
        {...tags}
        mode="multiple"
        value={Array.isArray(value) ? [...(value as readonly string[])] : []}
        onChange={(next: string[]) => onChange(next)}
      />
    );
  }
  return (
    <Select
      popupRender={namedPopup}
      {...shared}
      value={typeof value === 'string' ? value : null}
      onChange={(next: string | undefined) => onChange(next)}
    />
  );
}

const tagRoom = 44;

/** As wide as the longest option. */
const widest = (field: AnyField): number =>
  Math.max(...choiceOptions(field).map(({ label }) => textWidth(label))) + tagRoom;

export const choiceFace: Face = { Cell: ChoiceCell, Input: ChoiceInput, Filter: ChoiceFilter, width: widest };
