import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Flex, Pagination, Select } from 'antd';
import { lazy, useState } from 'react';

import { api } from '../../lib/api/api.ts';
import { formatMinute } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { formatNumber } from '../../lib/units.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { openFile, uploadFile } from '../../resource-client/files.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './clients.module.css';
import { F } from './file-texts.ts';

const Upload = lazy(() => import('antd/es/upload/index.js'));

const size = 20;
const largest = 20 * 1024 * 1024;
/** What staff upload for a client; files of other uses come from other pages. */
const offered = ['report', 'case', 'idcard', 'consent', 'education', 'other'] as const;
const others = ['certificate', 'suggestion', 'service', 'avatar', 'chat', 'goods', 'logo'] as const;
type Use = (typeof offered)[number] | (typeof others)[number];

interface ClientFile {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
  readonly fileUse: Use;
  readonly creationTime: string;
  readonly creatorUserName: string | null;
  readonly canDelete: boolean;
}

const uses = offered.map((value) => ({ value, label: F(`use.${value}`) }));

const sizeWords = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${formatNumber(bytes / 1_048_576, 1)} MB`;

function useFiles(id: number, page: number) {
  return useQuery({
    queryKey: ['clientFiles', id, page],
    queryFn: ({ signal }) =>
      api.get<{ readonly totalCount: number; readonly items: readonly ClientFile[] }>(
        'UpLoad/GetListByClient',
        { ['client_id']: id, SkipCount: (page - 1) * size, MaxResultCount: size },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

function FileRow({ file, onRemoved }: { readonly file: ClientFile; readonly onRemoved: () => void }) {
  const { modal } = App.useApp();
  const tell = useFailureNotice();
  const name = file.fileName;
  const remove = useMutation({
    mutationFn: () => api.remove('UpLoad/Delete', { id: file.id }),
    onSuccess: onRemoved,
    onError: (error) => tell(error),
  });
  const ask = (): void =>
    void modal.confirm({
      title: F('removeAsked', { name }),
      content: F('removeText'),
      okText: F('remove'),
      okButtonProps: { danger: true },
      onOk: () => remove.mutate(),
    });
  return (
    <tr>
      <td>
        <LinkButton aria-label={F('open', { name })} onClick={() => void openFile(file.id).catch(tell)}>
          {name}
        </LinkButton>
      </td>
      <td>{F(`use.${file.fileUse}`)}</td>
      <td>{sizeWords(file.size)}</td>
      <td>{formatMinute(file.creationTime)}</td>
      <td>{file.creatorUserName ?? L('word.empty')}</td>
      <td>
        {file.canDelete && (
          <LinkButton aria-label={F('removeOf', { name })} onClick={ask}>
            {F('remove')}
          </LinkButton>
        )}
      </td>
    </tr>
  );
}

function AddFiles({ id, onAdded }: { readonly id: number; readonly onAdded: () => void }) {
  const tell = useFailureNotice();
  const { notification } = App.useApp();
  const [use, setUse] = useState<Use>('report');
  const [running, setRunning] = useState(0);
  const add = async (file: File): Promise<void> => {
    if (file.size > largest) {
      notification.warning({ title: F('tooLarge', { name: file.name }) });
      return;
    }
    setRunning((count) => count + 1);
    try {
      await uploadFile(file, { use, clientId: id });
      onAdded();
    } catch (error) {
      tell(error, file.name);
    } finally {
      setRunning((count) => count - 1);
    }
  };
  return (
    <Flex gap={8} align="center" className={css['fileBar']}>
      <Select aria-label={F('use')} value={use} options={uses} onChange={setUse} style={{ width: 136 }} />
      <Upload
        multiple
        showUploadList={false}
        beforeUpload={(file) => {
          void add(file);
          return false;
        }}
      >
        <Button type="primary" loading={running > 0}>
          {F('add')}
        </Button>
      </Upload>
    </Flex>
  );
}

/** The files of a client: uploaded with their use, opened and deleted by name. */
export function ClientFiles({ id }: { readonly id: number }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useFiles(id, page);
  const queries = useQueryClient();
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['clientFiles', id] });
  if (!data) return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />;
  const { totalCount, items } = data;
  return (
    <>
      <AddFiles id={id} onAdded={refresh} />
      {totalCount === 0 ? (
        <EmptyState text={F('none')} hint={F('noneHint')} />
      ) : (
        <table className={css['entered']} aria-label={F('list')}>
          <thead>
            <tr>
              {(['name', 'use', 'size', 'addedAt', 'addedBy', 'actions'] as const).map((heading) => (
                <th key={heading} scope="col">
                  {F(heading)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((file) => (
              <FileRow key={file.id} file={file} onRemoved={refresh} />
            ))}
          </tbody>
        </table>
      )}
      {totalCount > size && (
        <Pagination
          align="end"
          current={page}
          pageSize={size}
          total={totalCount}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  );
}
