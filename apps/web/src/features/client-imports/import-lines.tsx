import { Link } from 'react-router';

import { formatMinute } from '../../lib/dates.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { wrongLinesFile, type ClientImport, type ClientImportState } from '../../resource-client/client-imports.ts';
import { download } from '../../resource-client/files.ts';
import { UndoButton } from '../../resource-screens/list-tools/imports/cancel-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { T } from './client-import-texts.ts';
import css from './client-imports.module.css';
import { kindLabel } from './kinds.ts';

const tones: Readonly<Record<ClientImportState, Tone>> = {
  checking: 'info',
  checked: 'warning',
  importing: 'info',
  done: 'success',
  failed: 'error',
  rolledback: 'neutral',
};

const pathOf = ({ kind, resource, id }: ClientImport): string =>
  `${screenPath('clientImport')}?${new URLSearchParams({ kind, of: resource, id: String(id) }).toString()}`;

/** Kind with the resource, where its title says more. */
const whatOf = ({ kind, title }: ClientImport): string =>
  [kindLabel(kind), title].filter((word, at, words) => words.indexOf(word) === at).join(' · ');

function ImportLine({ batch }: { readonly batch: ClientImport }) {
  const tell = useFailureNotice();
  const { fileName: name, state, importedRows } = batch;
  const isUndone = batch.isRunning && state === 'done';
  const hasLines = batch.errorRows > 0 && batch.hasFile;
  return (
    <tr>
      <td translate="no">{name}</td>
      <td>{whatOf(batch)}</td>
      <td>
        {isUndone ? (
          <StatusTag tone="info">{T('undoing')}</StatusTag>
        ) : (
          <StatusTag tone={tones[state]}>{T(`state.${state}`)}</StatusTag>
        )}
        {batch.failureText !== null && <p className={css['words']}>{batch.failureText}</p>}
      </td>
      {[batch.totalRows, batch.validRows, batch.errorRows, batch.duplicateRows, importedRows].map((count, at) => (
        <td key={at} className={css['count']}>
          {count.toLocaleString()}
        </td>
      ))}
      <td>{formatMinute(batch.creationTime)}</td>
      <td>
        <div className={css['tools']}>
          <Link to={pathOf(batch)} aria-label={T('openOf', { name })}>
            {T('open')}
          </Link>
          {hasLines && (
            <LinkButton
              aria-label={T('wrongLinesOf', { name })}
              onClick={() => void wrongLinesFile(batch.id).then(download, tell)}
            >
              {T('wrongLines')}
            </LinkButton>
          )}
          {batch.canRollback && <UndoButton batch={{ id: batch.id, writtenRows: importedRows }} />}
        </div>
      </td>
    </tr>
  );
}

const counts = ['total', 'valid', 'wrong', 'duplicate', 'imported'] as const;

export function ImportTable({ items }: { readonly items: readonly ClientImport[] }) {
  return (
    <div className={css['box']}>
      <table className={css['table']} aria-label={T('list')}>
        <thead>
          <tr>
            <th scope="col">{T('file')}</th>
            <th scope="col">{T('kind')}</th>
            <th scope="col">{T('state')}</th>
            {counts.map((count) => (
              <th key={count} scope="col" className={css['count']}>
                {T(count)}
              </th>
            ))}
            <th scope="col">{T('time')}</th>
            <th scope="col">{T('actions')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((batch) => (
            <ImportLine key={batch.id} batch={batch} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
