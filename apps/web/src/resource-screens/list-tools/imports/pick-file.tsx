import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { App, Button, Table, Upload } from 'antd';
import { useState } from 'react';

import { download } from '../../../resource-client/files.ts';
import { beginImport, importTemplate, type ImportBatch } from '../../../resource-client/imports.ts';
import { formatMinute } from '../../../lib/dates.ts';
import { L } from '../../../lib/i18n/texts.ts';
import { useFailureNotice } from '../../../lib/use-failure-notice.ts';
import { T } from './import-texts.ts';
import css from './imports.module.css';
import { useImports } from '../../../resource-client/use-import.ts';

import type { AnyResource } from '@kangmai/resource';

const largest = 20 * 1024 * 1024;

function Recent({ resource, onOpen }: { readonly resource: AnyResource; readonly onOpen: (id: number) => void }) {
  const batches = useImports(resource) ?? [];
  if (batches.length === 0) return null;
  return (
    <>
      <h2 className={css['heading']}>{T('recent')}</h2>
      <Table<ImportBatch>
        size="small"
        rowKey="id"
        dataSource={[...batches]}
        pagination={false}
        aria-label={T('recent')}
        scroll={{ y: 200 }}
        columns={[
          { title: T('file'), dataIndex: 'fileName', ellipsis: true },
          { title: T('time'), dataIndex: 'createdAt', width: 160, render: (at: string) => formatMinute(at) },
          {
            title: T('state'),
            dataIndex: 'state',
            width: 90,
            render: (state: ImportBatch['state']) => T(`state.${state}`),
          },
          {
            title: T('result'),
            width: 140,
            render: (row: unknown, { state, writtenRows }) =>
              state === 'done' || state === 'undone' ? T('written', { n: writtenRows }) : L('word.empty'),
          },
          {
            title: T('actions'),
            width: 80,
            render: (row: unknown, { id, fileName }) => (
              <Button type="link" size="small" aria-label={`${T('open')} ${fileName}`} onClick={() => onOpen(id)}>
                {T('open')}
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}

export function PickFile({
  resource,
  onBegun,
}: {
  readonly resource: AnyResource;
  readonly onBegun: (id: number) => void;
}) {
  const { message } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  const tell = useFailureNotice();
  const uploadSheet = async (file: File): Promise<void> => {
    if (file.size > largest) {
      message.error(T('tooLarge'));
      return;
    }
    setBusy(true);
    try {
      onBegun(await beginImport(resource, file));
    } catch (error) {
      tell(error);
      setBusy(false);
    }
  };
  return (
    <div className={css['part']}>
      <div className={css['bar']}>
        <Button
          icon={<DownloadOutlined />}
          onClick={() => {
            importTemplate(resource).then(download, tell);
          }}
        >
          {T('template')}
        </Button>
        <span>{T('templateHint')}</span>
      </div>
      <Upload.Dragger
        accept=".xlsx"
        showUploadList={false}
        disabled={isBusy}
        beforeUpload={(file) => {
          void uploadSheet(file);
          return false;
        }}
      >
        <InboxOutlined aria-hidden style={{ fontSize: 32 }} />
        <p>{isBusy ? L('state.loading') : T('drop')}</p>
      </Upload.Dragger>
      <Recent resource={resource} onOpen={onBegun} />
    </div>
  );
}
