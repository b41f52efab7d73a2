import { Input } from 'antd';
import { useState } from 'react';

import { T } from './ingest-texts.ts';
import css from './ingest.module.css';

import type { InputProps, OwnInput } from '../../resource-screens/field-kinds/face.ts';

const longestImei = 32;
const mostShown = 3;

const readImeis = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,，;；、]+/u).filter((word) => word !== '')),
];

const imeisOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly unknown[]).map(String) : [];

/** Thousands of numbers, one a line; pasted lists may have commas. */
function ImeiInput({ id, value, onChange, disabled }: InputProps) {
  const imeis = imeisOf(value);
  const [text, setText] = useState(imeis.join('\n'));
  // Another row or a draft was put into the form.
  const isOther = readImeis(text).join() !== imeis.join();
  const change = (next: string): void => {
    setText(next);
    const read = readImeis(next);
    onChange?.(read.length === 0 ? null : read);
  };
  return (
    <>
      <Input.TextArea
        {...(id && { id })}
        value={isOther ? imeis.join('\n') : text}
        disabled={disabled ?? false}
        spellCheck={false}
        autoSize={{ minRows: 3, maxRows: 10 }}
        onChange={(event) => change(event.target.value)}
      />
      <span className={css['count']} aria-live="polite">
        {T('imeiCount', { n: imeis.length })}
      </span>
    </>
  );
}

function checkImeis(value: unknown): string | null {
  const wrong = imeisOf(value).filter((imei) => !/^[\w-]+$/.test(imei) || imei.length > longestImei);
  if (wrong.length === 0) return null;
  return T('imeiWrong', { imeis: wrong.slice(0, mostShown).join('、'), n: wrong.length });
}

export const imeiInput: OwnInput = { Input: ImeiInput, check: checkImeis };
