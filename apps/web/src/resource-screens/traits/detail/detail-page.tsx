import { useEffect, type ComponentType } from 'react';
import { Link, useParams } from 'react-router';

import { ApiError } from '../../../lib/api/api-error.ts';
import { L } from '../../../lib/i18n/texts.ts';
import { resourceTitle } from '../../../lib/labels.ts';
import { rowName } from '../../../resource-client/row-name.ts';
import { useRow } from '../../../resource-client/use-row.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useTab } from '../../../ui/tab-host/tab-context.ts';
import { FieldCell } from '../../field-cell.tsx';
import { T as H } from '../history/history-texts.ts';
import { RowHistory } from '../history/row-history.tsx';
import { RowSteps } from '../moves/row-steps.tsx';
import { T } from './detail-texts.ts';
import css from './detail.module.css';
import { rememberRow } from '../neighbours/list-memory.tsx';
import { RelatedLists } from '../related/related-lists.tsx';
import { RowButtons } from './row-buttons.tsx';
import { rowTabTitle } from '../../../resource-client/row-person.ts';
import { RowFacts } from '../summary/row-facts.tsx';
import { RowSummary } from '../summary/row-summary.tsx';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../../../resource-client/row.ts';

interface RowProps {
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly path: string;
}

function RowPage({ resource, row, path }: RowProps) {
  const { detail, moves } = resource;
  const name = rowName(resource, row);
  return (
    <Page
      isName
      title={name}
      tabTitle={rowTabTitle(resource, row)}
      beside={
        <>
          {moves && <FieldCell resource={resource} name={moves.on} row={row} />}
          <span className={css['kind']}>{resourceTitle(resource)}</span>
        </>
      }
      actions={<RowButtons resource={resource} row={row} path={path} />}
    >
      <Card>
        <RowFacts resource={resource} row={row} />
        {detail?.steps !== undefined && <RowSteps resource={resource} values={row.values} />}
      </Card>
      <div className={css['columns']}>
        <RowSummary resource={resource} row={row} />
        <Card title={H('title')}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <div className={css['history']} tabIndex={0} role="region" aria-label={H('title')}>
            <RowHistory resource={resource} id={row.id} />
          </div>
        </Card>
      </div>
      <RelatedLists of={resource} id={row.id} />
    </Page>
  );
}

function Absent({
  resource,
  error,
  path,
  onRetry,
}: Omit<RowProps, 'row'> & { readonly error: Error | null; readonly onRetry: () => void }) {
  const title = resourceTitle(resource);
  const isGone = error === null || (error instanceof ApiError && error.status === 404);
  const back = <Link to={path}>{T('list', { title })}</Link>;
  return (
    <Page title={title} tabTitle={null}>
      <Card>
        {isGone ? (
          <ErrorState title={L('error.notFound')} message={T('gone')} extra={back} />
        ) : (
          <ErrorState message={error.message} onRetry={onRetry} extra={back} />
        )}
      </Card>
    </Page>
  );
}

const idIn = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : null;

function DetailScreen({ resource }: { readonly resource: AnyResource }) {
  const { key } = useTab();
  const path = key.slice(0, key.lastIndexOf('/'));
  const id = idIn(useParams()['id']);
  const { data: row, error, refetch } = useRow(resource, id);
  useEffect(() => {
    if (id !== null) rememberRow(path, id);
  }, [path, id]);
  if (id === null || error) return <Absent {...{ resource, path, error }} onRetry={() => void refetch()} />;
  if (row) return <RowPage resource={resource} row={row} path={path} />;
  return (
    <Page title={resourceTitle(resource)} tabTitle={null}>
      <LoadingState />
    </Page>
  );
}

const made = new Map<string, ComponentType>();

/** The page of a row of a resource, one component per resource. */
export function detailPage(resource: AnyResource): ComponentType {
  const known = made.get(resource.name);
  if (known) return known;
  const Screen = () => <DetailScreen resource={resource} />;
  made.set(resource.name, Screen);
  return Screen;
}
