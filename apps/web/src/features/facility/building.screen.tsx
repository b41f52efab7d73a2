import { building } from '@kangmai/model/facility';
import { Link, useParams } from 'react-router';

import { ApiError } from '../../lib/api/api-error.ts';
import { L } from '../../lib/i18n/texts.ts';
import { resourceTitle } from '../../lib/labels.ts';
import { listPathOf } from '../../lib/list-pages.ts';
import { rowName } from '../../resource-client/row-name.ts';
import { rowTabTitle } from '../../resource-client/row-person.ts';
import { useRow } from '../../resource-client/use-row.ts';
import { RowButtons } from '../../resource-screens/traits/detail/row-buttons.tsx';
import { RelatedLists } from '../../resource-screens/traits/related/related-lists.tsx';
import { RowFacts } from '../../resource-screens/traits/summary/row-facts.tsx';
import { RowSummary } from '../../resource-screens/traits/summary/row-summary.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './facility.module.css';
import { T } from './facility-texts.ts';
import { FloorGrid } from './floor-grid.tsx';

const idIn = (text = ''): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

export function BuildingScreen() {
  const id = idIn(useParams()['id']);
  const { data: row, error, refetch } = useRow(building, id);
  const path = listPathOf('building') ?? '';
  const title = resourceTitle(building);
  if (row)
    return (
      <Page
        isName
        title={rowName(building, row)}
        tabTitle={rowTabTitle(building, row)}
        beside={<span className={css['kind']}>{title}</span>}
        actions={<RowButtons resource={building} row={row} path={path} />}
      >
        <Card>
          <RowFacts resource={building} row={row} />
        </Card>
        <FloorGrid id={row.id} />
        <RowSummary resource={building} row={row} />
        <RelatedLists of={building} id={row.id} />
      </Page>
    );
  const isGone = id === null || (error instanceof ApiError && error.status === 404);
  return (
    <Page title={title} tabTitle={null}>
      <Card>
        {isGone && (
          <ErrorState title={L('error.notFound')} message={T('gone')} extra={<Link to={path}>{T('list')}</Link>} />
        )}
        {!isGone && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {!isGone && !error && <LoadingState />}
      </Card>
    </Page>
  );
}
