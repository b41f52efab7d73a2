import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';
import { isPicture, mostFiles } from '@kangmai/resource';
import { App, Button } from 'antd';
import Upload from 'antd/es/upload/index.js';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { fieldLabel } from '../../../lib/labels.ts';
import { useFailureNotice } from '../../../lib/use-failure-notice.ts';
import { uploadFile } from '../../../resource-client/files.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { T } from './files-texts.ts';
import css from './files.module.css';
import { Lightbox, Thumb } from './pictures.tsx';

import type { InputProps } from '../../field-kinds/face.ts';

export interface GalleryInputProps extends InputProps {
  /** Draws a file that is no picture. */
  readonly link: (id: string, name: string) => ReactNode;
}

/** Uploads one after the other, so that files keep the order in which they were chosen. */
function useUploads(ids: readonly string[], most: number, put: (ids: readonly string[]) => void) {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const [waiting, setWaiting] = useState(0);
  const latest = useRef(ids);
  const line = useRef<Promise<void>>(Promise.resolve());
  latest.current = ids;
  const uploadOne = async (file: File): Promise<void> => {
    try {
      const next = [...latest.current, await uploadFile(file)];
      latest.current = next;
      put(next);
    } catch (error) {
      tell(error);
    } finally {
      setWaiting((count) => count - 1);
    }
  };
  const upload = (file: File, chosen: readonly File[]): void => {
    const free = most - ids.length - waiting;
    if (chosen.indexOf(file) >= free) {
      if (chosen.at(-1) === file) message.warning(T('tooMany', { max: most }));
      return;
    }
    setWaiting((count) => count + 1);
    line.current = line.current.then(() => uploadOne(file));
  };
  return { upload, isBusy: waiting > 0 };
}

interface ItemProps extends Pick<GalleryInputProps, 'link'> {
  readonly id: string;
  readonly at: number;
  readonly count: number;
  readonly name: string;
  readonly isPicture: boolean;
  readonly disabled: boolean;
  readonly onOpen: () => void;
  readonly move: (from: number, to: number) => void;
  readonly remove: (at: number) => void;
}

const dragged = 'application/x-place';

function Item({ id, at, count, name, disabled, onOpen, move, remove, link, ...item }: ItemProps) {
  const onKey = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') || disabled) return;
    event.preventDefault();
    move(at, at + (event.key === 'ArrowLeft' ? -1 : 1));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons inside; dragging is a shortcut of them
    <li
      draggable={!disabled}
      onKeyDown={onKey}
      onDragStart={(event) => event.dataTransfer.setData(dragged, String(at))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const from = event.dataTransfer.getData(dragged);
        if (from !== '' && !disabled) move(Number(from), at);
      }}
    >
      {item.isPicture ? <Thumb id={id} name={name} onOpen={onOpen} /> : link(id, name)}
      <span className={css['tools']}>
        <IconButton
          size="small"
          name={T('left', { what: name })}
          icon={<LeftOutlined />}
          disabled={disabled || at === 0}
          onClick={() => move(at, at - 1)}
        />
        <IconButton
          size="small"
          name={T('right', { what: name })}
          icon={<RightOutlined />}
          disabled={disabled || at === count - 1}
          onClick={() => move(at, at + 1)}
        />
        <IconButton
          size="small"
          name={T('remove', { what: name })}
          icon={<DeleteOutlined />}
          disabled={disabled}
          onClick={() => remove(at)}
        />
      </span>
    </li>
  );
}

/** Several files in an order that dragging and Alt with an arrow change. */
export function GalleryInput({ id, value, onChange, disabled = false, field, name, link }: GalleryInputProps) {
  const ids = Array.isArray(value) ? (value as readonly string[]) : [];
  const most = mostFiles(field) ?? 1;
  const label = fieldLabel(name, field);
  const [open, setOpen] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const put = (next: readonly string[], words: string): void => {
    setSaid(words);
    onChange?.(next);
  };
  const { upload, isBusy } = useUploads(ids, most, (next) => put(next, T('added', { n: next.length })));
  const move = (from: number, to: number): void => {
    const moved = ids[from];
    if (moved === undefined || to < 0 || to >= ids.length) return;
    put(ids.toSpliced(from, 1).toSpliced(to, 0, moved), T('moved', { n: to + 1 }));
  };
  const isOfPictures = isPicture(field);
  return (
    <div>
      <ol className={css['gallery']} aria-label={label}>
        {ids.map((each, at) => (
          <Item
            key={each}
            {...{ id: each, at, count: ids.length, disabled, move, link, isPicture: isOfPictures }}
            name={T(isOfPictures ? 'picture' : 'file', { label, n: at + 1 })}
            onOpen={() => setOpen(at)}
            remove={(place) => put(ids.toSpliced(place, 1), T('removed', { n: ids.length - 1 }))}
          />
        ))}
      </ol>
      <Upload
        multiple
        showUploadList={false}
        disabled={disabled || ids.length >= most}
        {...(isOfPictures && { accept: 'image/*' })}
        beforeUpload={(file, chosen) => {
          upload(file, chosen);
          return false;
        }}
      >
        <Button {...(id && { id })} loading={isBusy} disabled={disabled || ids.length >= most}>
          {T('add', { what: T(isOfPictures ? 'picks' : 'files') })}
        </Button>
      </Upload>{' '}
      <span className={css['limit']}>{T('limit', { n: ids.length, max: most })}</span>
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
      {open !== null && <Lightbox ids={ids} label={label} at={open} onMove={setOpen} />}
    </div>
  );
}
