import { Alert, App, Button, Progress, Result } from 'antd';

import { L } from '../../../lib/i18n/texts.ts';
import { CancelButton } from './cancel-button.tsx';
import { CheckReport, ReportButton } from './check-report.tsx';
import { T } from './import-texts.ts';
import css from './imports.module.css';
import { isRunning, useImportMoves } from './use-import.ts';

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

function UndoButton({ batch }: { readonly batch: ImportBatch }) {
  const { modal } = App.useApp();
  const { undo } = useImportMoves(batch.id);
  const confirmUndo = (): void => {
    modal.confirm({
      title: T('undoAsk'),
      content: T('undoHint', { n: batch.writtenRows }),
      okText: T('undo'),
      cancelText: L('word.cancel'),
      okButtonProps: { danger: true },
      onOk: () => undo.mutateAsync().catch(() => undefined),
    });
  };
  return (
    <Button danger loading={undo.isPending} onClick={confirmUndo}>
      {T('undo')}
    </Button>
  );
}

const failureOf = ({ failureText, failureRow }: ImportBatch): string =>
  failureRow === null ? (failureText ?? '') : T('failedLine', { line: failureRow, text: failureText ?? '' });

function Finished({ batch, onAgain, onClose }: BatchViewProps) {
  const { state, totalRows, writtenRows } = batch;
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
  const left = totalRows - writtenRows;
  return (
    <>
      {batch.failureText !== null && <Alert type="warning" showIcon title={failureOf(batch)} />}
      <Result
        status="success"
        title={T('done', { n: writtenRows })}
        {...(left > 0 && { subTitle: T('leftOut', { n: left }) })}
        extra={[
          close,
          ...(left > 0 ? [<ReportButton key="report" id={batch.id} />] : []),
          again,
          ...(batch.canUndo ? [<UndoButton key="undo" batch={batch} />] : []),
        ]}
      />
    </>
  );
}

interface BatchViewProps {
  readonly batch: ImportBatch;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

export function BatchView(props: BatchViewProps) {
  const { batch, onAgain } = props;
  if (isRunning(batch.state)) return <Running batch={batch} />;
  return batch.state === 'checked' ? <CheckReport batch={batch} onAgain={onAgain} /> : <Finished {...props} />;
}
