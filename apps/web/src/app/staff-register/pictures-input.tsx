import { Button } from 'antd';
import { useId, useRef, useState } from 'react';

import css from './register.module.css';
import { T } from './register-texts.ts';
import { shrinkPicture } from './shrink-picture.ts';

interface PicturesProps {
  readonly id?: string;
  readonly value?: readonly string[];
  readonly onChange?: (value: readonly string[]) => void;
}

const most = 6;

/** Pictures of certificates, made small before they are sent. */
export function PicturesInput({ id, value = [], onChange }: PicturesProps) {
  const [isBad, setBad] = useState(false);
  const own = useId();
  const input = useRef<HTMLInputElement>(null);
  const add = async (files: readonly File[]): Promise<void> => {
    setBad(false);
    try {
      const added = await Promise.all(files.map(shrinkPicture));
      onChange?.([...value, ...added].slice(0, most));
    } catch {
      setBad(true);
    }
    if (input.current) input.current.value = '';
  };
  return (
    <div className={css['pictures']}>
      {value.map((picture, at) => (
        <figure key={picture.slice(-40)}>
          <img src={picture} alt={`${T('pictures')} ${at + 1}`} />
          <Button
            size="small"
            aria-label={T('remove', { n: at + 1 })}
            onClick={() => onChange?.(value.filter((_, place) => place !== at))}
          >
            ×
          </Button>
        </figure>
      ))}
      <Button id={id ?? own} disabled={value.length >= most} onClick={() => input.current?.click()}>
        {T('choosePictures')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={T('pictures')}
        accept="image/jpeg,image/png"
        multiple
        onChange={({ target }) => void add([...(target.files ?? [])])}
      />
      {isBad && <span role="alert">{T('badPicture')}</span>}
    </div>
  );
}
