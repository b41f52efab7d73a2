import { formOf, type AnyField, type TextForm } from '@kangmai/resource';
import { Input } from 'antd';
import type { ComponentType, ReactNode } from 'react';

import { fieldLabel } from '../../../lib/labels.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { ValuePlace } from '../../../ui/value-place.tsx';
import css from './text-forms.module.css';
import { T } from './text-forms-texts.ts';

import type { CellProps, InputProps } from '../../field-kinds/face.ts';

const RichText = lazyPart(async () => (await import('../../../ui/rich-text/rich-text.tsx')).RichText);
const RichTextEditor = lazyPart(
  async () => (await import('../../../ui/rich-text/rich-text-editor.tsx')).RichTextEditor,
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const idOf = ({ id }: InputProps): object => (id === undefined ? {} : { id });

function HtmlInput(props: InputProps) {
  const { id, value, onChange, disabled = false, field, name } = props;
  return (
    <ValuePlace>
      <RichTextEditor
        id={id}
        label={fieldLabel(name, field)}
        value={textOf(value) || null}
        disabled={disabled}
        onChange={(html) => onChange?.(html)}
      />
    </ValuePlace>
  );
}

const isColour = (value: string): boolean => /^#[\da-f]{6}$/i.test(value);

function ColourInput(props: InputProps) {
  const { value, onChange, disabled = false, field, name } = props;
  const shown = textOf(value);
  const set = (next: string): void => onChange?.(next === '' ? null : next.toUpperCase());
  return (
    <span className={css['colour']}>
      <input
        type="color"
        aria-label={T('pick', { label: fieldLabel(name, field) })}
        value={isColour(shown) ? shown.toLowerCase() : '#ffffff'}
        disabled={disabled}
        onChange={(event) => set(event.target.value)}
      />
      <Input
        {...idOf(props)}
        value={shown}
        disabled={disabled}
        placeholder="#2D8CF0"
        maxLength={7}
        autoComplete="off"
        onChange={(event) => set(event.target.value.trim())}
      />
    </span>
  );
}

/** `830` and `8：30` become `08:30`. */
function clockOf(given: string): string {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:：]?(\d{2})$/.exec(given.trim()) ?? [];
  return minute === '' ? given.trim() : `${hour.padStart(2, '0')}:${minute}`;
}

function ClockInput(props: InputProps) {
  const { value, onChange, disabled = false } = props;
  return (
    <Input
      {...idOf(props)}
      value={textOf(value)}
      disabled={disabled}
      placeholder="08:30"
      maxLength={5}
      autoComplete="off"
      className={css['clock'] ?? ''}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={(event) => onChange?.(clockOf(event.target.value) || null)}
    />
  );
}

function UrlInput(props: InputProps) {
  const { value, onChange, disabled = false } = props;
  return (
    <Input
      {...idOf(props)}
      type="text"
      inputMode="url"
      value={textOf(value)}
      disabled={disabled}
      placeholder="https://"
      autoComplete="off"
      onChange={(event) => onChange?.(event.target.value.trim())}
    />
  );
}

const inputs: Readonly<Record<TextForm, ComponentType<InputProps>>> = {
  html: HtmlInput,
  colour: ColourInput,
  clock: ClockInput,
  url: UrlInput,
};

const readers: Readonly<Record<TextForm, (shown: string) => ReactNode>> = {
  html: (shown) => (
    <ValuePlace>
      <RichText html={shown} />
    </ValuePlace>
  ),
  colour: (shown) => (
    <span className={css['colour']}>
      {isColour(shown) && <span className={css['swatch']} style={{ background: shown }} />}
      {shown}
    </span>
  ),
  clock: (shown) => shown,
  url: (shown) =>
    /^https?:\/\//i.test(shown) ? (
      <a href={shown} target="_blank" rel="noopener noreferrer">
        {shown}
      </a>
    ) : (
      shown
    ),
};

const formOfField = (field: AnyField): TextForm => formOf(field) ?? 'clock';

/** The input of a text that has a form. */
export function FormInput(props: InputProps) {
  const Own = inputs[formOfField(props.field)];
  return <Own {...props} />;
}

/** A text that has a form, for readers. */
export const FormCell = ({ value, field }: CellProps) => readers[formOfField(field)](textOf(value));
