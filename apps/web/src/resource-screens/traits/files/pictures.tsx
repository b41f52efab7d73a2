import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';
import { Modal } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';

import { L } from '../../../lib/i18n/texts.ts';
import { useFileAddress } from '../../../resource-client/use-file-address.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { T } from './files-texts.ts';
import css from './files.module.css';

/** A small picture that opens the large one. */
export function Thumb({
  id,
  name,
  onOpen,
}: {
  readonly id: string;
  readonly name: string;
  readonly onOpen: () => void;
}) {
  const address = useFileAddress(id, 'thumb');
  return (
    <button type="button" className={css['thumb']} aria-label={T('open', { what: name })} onClick={onOpen}>
      {address === undefined ? L('state.loading') : <img src={address} alt="" draggable={false} />}
    </button>
  );
}

function Large({ id, name }: { readonly id: string; readonly name: string }) {
  const address = useFileAddress(id);
  return address === undefined ? L('state.loading') : <img src={address} alt={name} className={css['large']} />;
}

interface LightboxProps {
  readonly ids: readonly string[];
  readonly label: string;
  readonly at: number;
  readonly onMove: (at: number | null) => void;
}

/** One picture after the other in full size; arrow keys step, Esc closes. */
export function Lightbox({ ids, label, at, onMove }: LightboxProps) {
  const name = T('picture', { label, n: at + 1 });
  const go = (by: number): void => onMove(Math.max(0, Math.min(ids.length - 1, at + by)));
  const onKey = useEffectEvent(({ key }: KeyboardEvent): void => {
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  });
  useEffect(() => {
    const follow = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, []);
  return (
    <Modal open centered width="fit-content" title={name} footer={null} onCancel={() => onMove(null)}>
      <div className={css['lightbox']}>
        <IconButton name={T('previous')} icon={<LeftOutlined />} disabled={at === 0} onClick={() => go(-1)} />
        <Large id={ids[at] ?? ''} name={name} />
        <IconButton name={T('next')} icon={<RightOutlined />} disabled={at === ids.length - 1} onClick={() => go(1)} />
      </div>
    </Modal>
  );
}

/** Small pictures for readers, each opens in full size. */
export function Pictures({ ids, label }: { readonly ids: readonly string[]; readonly label: string }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <div className={css['gallery']}>
      {ids.map((id, at) => (
        <Thumb key={id} id={id} name={T('picture', { label, n: at + 1 })} onOpen={() => setOpen(at)} />
      ))}
      {open !== null && <Lightbox ids={ids} label={label} at={open} onMove={setOpen} />}
    </div>
  );
}
