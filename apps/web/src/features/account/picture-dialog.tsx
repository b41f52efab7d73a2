import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Slider } from 'antd';
import { useEffect, useRef, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';

import { savePicture } from './account-calls.ts';
import { A } from './account-texts.ts';
import css from './avatar.module.css';
import { pictureKey } from './avatar.tsx';
import { CutArea } from './cut-area.tsx';
import { cutOut, mostScale, type Cut } from './cut-picture.ts';
import { statusOf } from './failures.ts';

import type { DialogProps } from './dialog.types.ts';

const largestBytes = 2 * 1024 * 1024;
const pixels = 256;
const middle: Cut = { scale: 1, x: 0, y: 0 };

async function pictureOf(file: File): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  await picture.decode();
  return picture;
}

function usePicture() {
  const { notification } = App.useApp();
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const loadPicture = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      if (file.size >= largestBytes) notification.error({ title: A('pictureBig') });
      else setPicture(await pictureOf(file));
    } catch {
      notification.error({ title: A('pictureBad') });
    }
  };
  useEffect(
    () => () => {
      if (picture) URL.revokeObjectURL(picture.src);
    },
    [picture],
  );
  return { picture, choose: loadPicture };
}

export function PictureDialog({ onClose }: DialogProps) {
  const { message, notification } = App.useApp();
  const client = useQueryClient();
  const { picture, choose } = usePicture();
  const [cut, setCut] = useState<Cut>(middle);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const saveCut = async (): Promise<void> => {
    if (!picture) return;
    setBusy(true);
    try {
      await savePicture(await cutOut(picture, cut, pixels));
      await client.invalidateQueries({ queryKey: pictureKey });
      message.success(A('avatarSaved'));
      onClose();
    } catch (error) {
      notification.error({ title: A('avatarSaveFailed'), description: statusOf(error) });
      setBusy(false);
    }
  };

  return (
    <EntryDialog
      title={A('changeAvatar')}
      width={420}
      onClose={onClose}
      onOk={() => void saveCut()}
      okText={L('word.save')}
      okButtonProps={{ disabled: !picture }}
      confirmLoading={isBusy}
      isChanged={picture !== null}
    >
      <div className={css['choose']}>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/gif"
          className={css['file']}
          tabIndex={-1}
          aria-label={A('choosePicture')}
          onChange={({ target }) => {
            setCut(middle);
            void choose(target.files?.[0]);
          }}
        />
        <Button onClick={() => input.current?.click()}>{A('choosePicture')}</Button>
        <span>{A('pictureHint')}</span>
      </div>
      {picture && (
        <>
          <CutArea picture={picture} cut={cut} onChange={setCut} />
          <Slider
            min={1}
            max={mostScale}
            step={0.05}
            value={cut.scale}
            ariaLabelForHandle={A('zoom')}
            tooltip={{ formatter: null }}
            onChange={(scale) => setCut({ ...cut, scale })}
          />
        </>
      )}
    </EntryDialog>
  );
}
