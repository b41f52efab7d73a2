import { Alert, Button, Progress, Result } from 'antd';

import { L } from '../../../lib/i18n/texts.ts';
import { CancelButton, UndoButton } from './cancel-button.tsx';
import { CheckReport, ReportButton } from './check-report.tsx';
import { T } from './import-texts.ts';
import css from './imports.module.css';
import { isRunning } from '../../../resource-client/use-import.ts';

import type { ReactNode } from 'react';
import type { ImportBatch } from '../../../resource-client/imports.ts';

const percent = (done: number, total: number): number =>
  total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));

function runningWord({ state, doneRows, totalRows }: ImportBatch): string {
  if (state === 'checking') return T('checking', { n: doneRows });
  return state === 'undoing' ? T('undoing') : T('importing', { n: doneRows, total: totalRows });
}

function Running({ batch }: { readonly batch: ImportBatch }) {
  const { state, doneRows, totalRows, writtenRows } = batch;
  const total = state === 'undoing' ? writtenRows : totalRows;
  return (
    <div className={css['part']} role="status">
      <p>{runningWord(batch)}</p>
      <Progress
        aria-label={runningWord(batch)}
        percent={state === 'checking' ? 100 : percent(doneRows, total)}
        status="active"
        showInfo={state !== 'checking'}
      />
      {state !== 'undoing' && (
        <div className={css['bar']}>
          <CancelButton id={batch.id} />
        </div>
      )}
    </div>
  );
}

const failureOf = ({ failureText, failureRow }: ImportBatch): string =>
  failureRow === null ? (failureText ?? '') : T('failedLine', { line: failureRow, text: failureText ?? '' });

const Outcome = ({ told = [] }: { readonly told: readonly string[] | undefined }) =>
  told.length > 0 && (
    <ul className={css['outcome']} aria-label={T('outcome')}>
      {told.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );

type DoneProps = Pick<BatchViewProps, 'batch'> & { readonly again: ReactNode; readonly close: ReactNode };

function Done({ batch, again, close }: DoneProps) {
  const { totalRows, writtenRows } = batch;
  const skipped = batch.onDuplicate === 'skip' ? batch.duplicateRows : 0;
  const left = totalRows - writtenRows - skipped;
  const rest = [skipped > 0 && T('skipped', { n: skipped }), left > 0 && T('leftOut', { n: left })].filter(Boolean);
  return (
    <>
      {batch.failureText !== null && <Alert type="warning" showIcon title={failureOf(batch)} />}
      <Result
        status="success"
        title={T('done', { n: writtenRows })}
        {...(rest.length > 0 && { subTitle: rest.join(' ') })}
        extra={[
          close,
          ...(left > 0 ? [<ReportButton key="report" id={batch.id} />] : []),
          again,
          ...(batch.canUndo ? [<UndoButton key="undo" batch={batch} />] : []),
        ]}
      >
        <Outcome told={batch.outcome} />
      </Result>
    </>
  );
}

function Finished({ batch, onAgain, onClose }: BatchViewProps) {
  const { state, writtenRows } = batch;
  const again = (
    <Button key="again" onClick={onAgain}>
      {T('again')}
    </Button>
  );
  const close = (
    <Button key="close" type="primary" onClick={onClose}>
      {L('word.close')}
    </Button>
  );
  if (state === 'failed')
    return <Result status="error" title={T('failed')} subTitle={failureOf(batch)} extra={again} />;
  if (state === 'cancelled')
    return <Result status="info" title={T('cancelled')} subTitle={T('nothingWritten')} extra={[close, again]} />;
  if (state === 'undone')
    return (
      <Result status="info" title={T('undone')} subTitle={T('takenBack', { n: writtenRows })} extra={[close, again]} />
    );
  return <Done batch={batch} again={again} close={close} />;
}

export interface BatchViewProps {
  readonly batch: ImportBatch;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

export function BatchView(props: BatchViewProps) {
  const { batch, onAgain } = props;
  if (isRunning(batch.state)) return <Running batch={batch} />;
  return batch.state === 'checked' ? <CheckReport batch={batch} onAgain={onAgain} /> : <Finished {...props} />;
}
