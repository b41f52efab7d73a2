import { optionsOf, type FileOptions } from '@kangmai/resource';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { download, readFile, uploadFile } from '../../resource-client/files.ts';
import { useFileAddress } from '../../resource-client/use-file-address.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { fieldLabel } from '../../lib/labels.ts';
import { T } from '../screen-texts.ts';
import css from './kinds.module.css';
import { TextFilter } from './text.tsx';

import type { AnyField } from '@kangmai/resource';
import type { CellProps, Face, InputProps } from './face.ts';

const Upload = lazy(() => import('antd/es/upload/index.js'));

const isImage = (field: AnyField): boolean => optionsOf<FileOptions>(field).accept === 'image';

function Picture({ id, label }: { readonly id: string; readonly label: string }) {
  const address = useFileAddress(id);
  return address === undefined ? L('state.loading') : <img src={address} alt={label} className={css['picture']} />;
}

function FileLink({ id, label }: { readonly id: string; readonly label: string }) {
  const tell = useFailureNotice();
  const openPicture = async (): Promise<void> => {
    try {
      const made = URL.createObjectURL(await readFile(id));
      download(made);
      URL.revokeObjectURL(made);
    } catch (error) {
      tell(error);
    }
  };
  return (
    <Button type="link" size="small" onClick={openPicture}>
      {label}
    </Button>
  );
}

function FileCell({ value, field, name, isFull }: CellProps) {
  if (typeof value !== 'string') return L('word.empty');
  const label = fieldLabel(name, field);
  if (isImage(field)) return isFull ? <Picture id={value} label={label} /> : T('image');
  return <FileLink id={value} label={T('file')} />;
}

function FileInput({ id, value, onChange, disabled, field, name }: InputProps) {
  const tell = useFailureNotice();
  const [isBusy, setBusy] = useState(false);
  const label = fieldLabel(name, field);
  const upload = async (file: File): Promise<void> => {
    setBusy(true);
    try {
      onChange?.(await uploadFile(file));
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css['tags']}>
      {typeof value === 'string' &&
        (isImage(field) ? <Picture id={value} label={label} /> : <FileLink id={value} label={label} />)}
      <Suspense>
        <Upload
          showUploadList={false}
          disabled={disabled ?? false}
          {...(isImage(field) && { accept: 'image/*' })}
          beforeUpload={(file) => {
            void upload(file);
            return false;
          }}
        >
          <Button {...(id && { id })} loading={isBusy} disabled={disabled ?? false}>
            {T('pick', { what: T(isImage(field) ? 'image' : 'file') })}
          </Button>
        </Upload>
      </Suspense>
      {typeof value === 'string' && <Button onClick={() => onChange?.(null)}>{L('word.delete')}</Button>}
    </div>
  );
}

export const fileFace: Face = { Cell: FileCell, Input: FileInput, Filter: TextFilter, width: 88, isWide: () => true };
