import { Modal, Steps } from 'antd';
import { useState } from 'react';

import { resourceTitle } from '../../lib/labels.ts';
import { BatchView } from './batch-view.tsx';
import { T } from './import-texts.ts';
import css from './imports.module.css';
import { PickFile } from './pick-file.tsx';
import { useImport } from './use-import.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ImportState } from '../../lib/api/resource-imports.ts';

const stepOf: Readonly<Record<ImportState, number>> = { checking: 1, checked: 1, importing: 2, undoing: 2, failed: 2, done: 3, undone: 3 };

function Batch({ resource, id, onAgain }: { readonly resource: AnyResource; readonly id: number; readonly onAgain: () => void }) {
  const batch = useImport(resource, id);
  return (
    <>
      <Progress at={batch ? stepOf[batch.state] : 1} isFailed={batch?.state === 'failed'} />
      {batch && <BatchView batch={batch} onAgain={onAgain} />}
    </>
  );
}

function Progress({ at, isFailed }: { readonly at: number; readonly isFailed: boolean }) {
  return <Steps aria-label={T('steps')} size="small" className={css['steps'] ?? ''} current={at} {...(isFailed && { status: 'error' as const })} items={[T('pick'), T('check'), T('write'), T('finish')].map((title) => ({ title }))} />;
}

/** The way of a spreadsheet into a resource: file, check report, confirmation, progress; each can be come back to. */
export function ImportDialog({ resource, onClose }: { readonly resource: AnyResource; readonly onClose: () => void }) {
  const [id, setId] = useState<number | null>(null);
  return (
    <Modal open centered width={860} footer={null} destroyOnHidden title={T('title', { title: resourceTitle(resource) })} onCancel={onClose}>
      {id === null ? <><Progress at={0} isFailed={false} /><PickFile resource={resource} onBegun={setId} /></> : <Batch resource={resource} id={id} onAgain={() => setId(null)} />}
    </Modal>
  );
}
