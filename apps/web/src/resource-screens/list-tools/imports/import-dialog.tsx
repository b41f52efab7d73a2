import { Modal, Steps } from 'antd';
import { useState } from 'react';

import { resourceTitle } from '../../../lib/labels.ts';
import { BatchView, type BatchViewProps } from './batch-view.tsx';
import { T } from './import-texts.ts';
import css from './imports.module.css';
import { PickFile } from './pick-file.tsx';
import { useImport } from '../../../resource-client/use-import.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ImportState } from '../../../resource-client/imports.ts';

const stepOf: Readonly<Record<ImportState, number>> = {
  checking: 1,
  checked: 1,
  importing: 2,
  undoing: 2,
  failed: 2,
  cancelled: 2,
  done: 3,
  undone: 3,
};

type BatchProps = Omit<BatchViewProps, 'batch'> & { readonly resource: AnyResource; readonly id: number };

function Batch({ resource, id, ...ends }: BatchProps) {
  const batch = useImport(resource, id);
  return (
    <>
      <Progress at={batch ? stepOf[batch.state] : 1} state={batch?.state} />
      {batch && <BatchView batch={batch} {...ends} />}
    </>
  );
}

const endOf: Partial<Record<ImportState, 'error' | 'finish'>> = {
  failed: 'error',
  cancelled: 'error',
  done: 'finish',
  undone: 'finish',
};

function Progress({ at, state }: { readonly at: number; readonly state?: ImportState | undefined }) {
  const status = state && endOf[state];
  return (
    <Steps
      aria-label={T('steps')}
      size="small"
      className={css['steps'] ?? ''}
      current={at}
      {...(status && { status })}
      items={[T('pick'), T('check'), T('write'), T('finish')].map((title) => ({ title }))}
    />
  );
}

interface StepsProps {
  readonly resource: AnyResource;
  readonly id: number | null;
  /** Opens a batch; null asks for a file again. */
  readonly onOpen: (id: number | null) => void;
  readonly onClose: () => void;
}

/** Import of a spreadsheet in steps: file, check report, confirmation, progress. Each step can be resumed later. */
export function ImportSteps({ resource, id, onOpen, onClose }: StepsProps) {
  if (id !== null) return <Batch resource={resource} id={id} onAgain={() => onOpen(null)} onClose={onClose} />;
  return (
    <>
      <Progress at={0} />
      <PickFile resource={resource} onBegun={onOpen} />
    </>
  );
}

export function ImportDialog({ resource, onClose }: { readonly resource: AnyResource; readonly onClose: () => void }) {
  const [id, setId] = useState<number | null>(null);
  return (
    <Modal
      open
      width={860}
      className={css['dialog'] ?? ''}
      footer={null}
      destroyOnHidden
      title={T('title', { title: resourceTitle(resource) })}
      onCancel={onClose}
    >
      <ImportSteps resource={resource} id={id} onOpen={setId} onClose={onClose} />
    </Modal>
  );
}
