import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Radio, Table } from 'antd';
import { Suspense, useId, useState } from 'react';

import { download } from '../../../resource-client/files.ts';
import { listProblems, problemsFile, type ImportBatch, type ImportProblem } from '../../../resource-client/imports.ts';
import { L } from '../../../lib/i18n/texts.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useFailureNotice } from '../../../lib/use-failure-notice.ts';
import { LoadingState } from '../../../ui/states.tsx';
import { CancelButton } from './cancel-button.tsx';
import { T } from './import-texts.ts';
import css from './imports.module.css';
import { useImportMoves } from '../../../resource-client/use-import.ts';

import type { ReactNode } from 'react';

const LinesGrid = lazyPart(async () => (await import('../../import-lines/lines-grid.tsx')).LinesGrid);

const pageSize = 6;

export function Counts({ batch }: { readonly batch: ImportBatch }) {
  const counts = [
    [T('total'), batch.totalRows],
    [T('valid'), batch.validRows],
    [T('duplicates'), batch.duplicateRows],
    [T('problems'), batch.problemRows],
  ] as const;
  const bad = batch.problemRows > 0 ? T('problems') : '';
  return (
    <dl className={css['counts']}>
      {counts.map(([word, n]) => (
        <div key={word} className={`${css['count']} ${word === bad ? css['bad'] : ''}`}>
          <dt>{word}</dt>
          <dd>{n.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  );
}

function Problems({ id }: { readonly id: number }) {
  const [page, setPage] = useState(1);
  const { data, isPending } = useQuery({
    queryKey: ['imports', 'problems', id, page],
    queryFn: ({ signal }) => listProblems(id, { skip: (page - 1) * pageSize, take: pageSize }, signal),
    placeholderData: (before) => before,
  });
  return (
    <Table<ImportProblem>
      size="small"
      aria-label={T('reportName')}
      loading={isPending}
      rowKey={(row) => `${row.line}|${row.column ?? ''}|${row.problem}`}
      dataSource={[...(data?.items ?? [])]}
      pagination={{ current: page, pageSize, total: data?.totalCount ?? 0, showSizeChanger: false, onChange: setPage }}
      columns={[
        { title: T('line'), dataIndex: 'line', width: 72, align: 'right' },
        {
          title: T('column'),
          dataIndex: 'column',
          width: 128,
          render: (column: string | null) => column ?? L('word.empty'),
        },
        { title: T('problem'), dataIndex: 'problem', width: 264 },
        {
          title: T('suggestion'),
          dataIndex: 'suggestion',
          render: (suggestion: string | null) => suggestion ?? L('word.empty'),
        },
      ]}
    />
  );
}

function NoProblems({ rows }: { readonly rows: number }) {
  if (rows === 0) return <Alert type="warning" showIcon title={T('nothing')} />;
  return <Alert type="success" showIcon title={T('noProblems')} />;
}

export function UnknownColumns({ names }: { readonly names: readonly string[] }) {
  return names.length > 0 && <Alert type="warning" showIcon title={T('unknown', { columns: names.join('、') })} />;
}

export function ReportButton({ id }: { readonly id: number }) {
  const tell = useFailureNotice();
  return <Button onClick={() => void problemsFile(id).then(download, tell)}>{T('report')}</Button>;
}

type Duplicates = 'skip' | 'update';

interface ChoiceProps {
  readonly batch: ImportBatch;
  readonly value: Duplicates;
  readonly onChange: (value: Duplicates) => void;
}

function DuplicateChoice({ batch, value, onChange }: ChoiceProps) {
  const label = useId();
  if (batch.duplicateRows === 0 || !batch.canUpdate) return null;
  return (
    <div className={css['bar']}>
      <span id={label}>{T('onDuplicate')}</span>
      <Radio.Group
        aria-labelledby={label}
        value={value}
        onChange={({ target }) => onChange(target.value as Duplicates)}
        options={[
          { value: 'skip', label: T('skip') },
          { value: 'update', label: T('update') },
        ]}
      />
    </div>
  );
}

interface WriteProps {
  readonly batch: ImportBatch;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** What is to be written, and the button that begins it. */
export function WritePart({ batch, children }: WriteProps) {
  const [onDuplicate, setOnDuplicate] = useState<Duplicates>('skip');
  const [leaveOutProblems, setLeaveOut] = useState(false);
  const { confirm } = useImportMoves(batch.id);
  const rows = batch.validRows + (onDuplicate === 'update' ? batch.duplicateRows : 0);
  const isBlocked = batch.problemRows > 0 && !leaveOutProblems;
  return (
    <>
      <DuplicateChoice batch={batch} value={onDuplicate} onChange={setOnDuplicate} />
      {batch.problemRows > 0 && (
        <Checkbox checked={leaveOutProblems} onChange={({ target }) => setLeaveOut(target.checked)}>
          {T('leaveOut')}
        </Checkbox>
      )}
      <div className={css['bar']}>
        {children}
        <CancelButton id={batch.id} />
        <span className={css['end']}>{isBlocked && T('fixFirst')}</span>
        <Button
          type="primary"
          disabled={isBlocked || rows === 0}
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ onDuplicate, leaveOutProblems })}
        >
          {rows === 0 ? T('nothing') : T('begin', { n: rows })}
        </Button>
      </div>
    </>
  );
}

export function CheckReport({ batch, onAgain }: { readonly batch: ImportBatch; readonly onAgain: () => void }) {
  const [isCorrecting, setCorrecting] = useState(false);
  const hasReport = batch.problemRows + batch.duplicateRows > 0;
  const report = hasReport ? <Problems id={batch.id} /> : <NoProblems rows={batch.validRows} />;
  const correcting = (
    <Suspense fallback={<LoadingState />}>
      <LinesGrid batch={batch} />
    </Suspense>
  );
  return (
    <div className={css['part']}>
      <Counts batch={batch} />
      <UnknownColumns names={batch.unknownColumns} />
      {isCorrecting ? correcting : report}
      <WritePart batch={batch}>
        {batch.canCorrect && (
          <Button onClick={() => setCorrecting(!isCorrecting)}>{T(isCorrecting ? 'reportName' : 'correct')}</Button>
        )}
        {hasReport && <ReportButton id={batch.id} />}
        <Button onClick={onAgain}>{T('again')}</Button>
      </WritePart>
    </div>
  );
}
