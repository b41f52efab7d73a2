import { isPicture, mostFiles } from '@kangmai/resource';
import { Button } from 'antd';
import { lazy, useState } from 'react';

import { openFile, uploadFile } from '../../resource-client/files.ts';
import { L } from '../../lib/i18n/texts.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { fieldLabel } from '../../lib/labels.ts';
import { T } from '../screen-texts.ts';
import { ValuePlace } from '../../ui/value-place.tsx';
import css from './kinds.module.css';
import { TextFilter } from './text.tsx';

import type { CellProps, Face, InputProps } from './face.ts';

const Upload = lazy(() => import('antd/es/upload/index.js'));
const Pictures = lazyPart(async () => (await import('../traits/files/pictures.tsx')).Pictures);
const GalleryInput = lazyPart(async () => (await import('../traits/files/gallery-input.tsx')).GalleryInput);

const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : [];

function FileLink({ id, label }: { readonly id: string; readonly label: string }) {
  const tell = useFailureNotice();
  return (
    <Button type="link" size="small" onClick={() => void openFile(id).catch(tell)}>
      {label}
    </Button>
  );
}

function Files({ ids, field, name }: { readonly ids: readonly string[] } & Pick<CellProps, 'field' | 'name'>) {
  if (isPicture(field))
    return (
      <ValuePlace>
        <Pictures ids={ids} label={fieldLabel(name, field)} />
      </ValuePlace>
    );
  return ids.map((id, at) => <FileLink key={id} id={id} label={`${T('file')}${ids.length > 1 ? ` ${at + 1}` : ''}`} />);
}

function FileCell({ value, field, name, isFull }: CellProps) {
  const ids = idsOf(value);
  if (ids.length === 0) return L('word.empty');
  if (!isFull && (isPicture(field) || ids.length > 1))
    return `${T(isPicture(field) ? 'image' : 'file')}${ids.length > 1 ? ` ${ids.length}` : ''}`;
  return <Files ids={ids} field={field} name={name} />;
}

function SingleInput({ id, value, onChange, disabled, field, name }: InputProps) {
  const tell = useFailureNotice();
  const [isBusy, setBusy] = useState(false);
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
      {typeof value === 'string' && <Files ids={[value]} field={field} name={name} />}
      <ValuePlace>
        <Upload
          showUploadList={false}
          disabled={disabled ?? false}
          {...(isPicture(field) && { accept: 'image/*' })}
          beforeUpload={(file) => {
            void upload(file);
            return false;
          }}
        >
          <Button {...(id && { id })} loading={isBusy} disabled={disabled ?? false}>
            {T('pick', { what: T(isPicture(field) ? 'image' : 'file') })}
          </Button>
        </Upload>
      </ValuePlace>
      {typeof value === 'string' && <Button onClick={() => onChange?.(null)}>{L('word.delete')}</Button>}
    </div>
  );
}

const linkOf = (id: string, name: string) => <FileLink id={id} label={name} />;

function FileInput(props: InputProps) {
  if (mostFiles(props.field) === undefined) return <SingleInput {...props} />;
  return (
    <ValuePlace>
      <GalleryInput {...props} link={linkOf} />
    </ValuePlace>
  );
}

export const fileFace: Face = { Cell: FileCell, Input: FileInput, Filter: TextFilter, width: 88, isWide: () => true };
