import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { permissionsOfCall } from '@kangmai/resource';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { meets } from '../../lib/permissions.ts';
import { useSession } from '../../lib/session/session.ts';
import { resourceTitle } from '../../lib/labels.ts';
import { ImportButton } from '../../resource-screens/list-tools/imports/import-button.tsx';
import { readingCells, readingRowActions } from '../../reading-parts/reading-cells.tsx';
import { isCorrectable } from '../../reading-parts/use-reading-rights.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import css from './clients.module.css';
import { T } from './client-texts.ts';
import { PersonTrend, TrendHint } from './person-trend.tsx';
import { ManualEntry, useManualKinds } from './manual-entry.tsx';

const ofPage = { keep: 'address', carry: ['kind'] } as const;
/** Cached per kind: a list rerenders when its props change. */
const cellsOf = Object.fromEntries(
  Object.entries(readingOfKind).map(([kind, resource]) => [kind, readingCells(resource)]),
);
/** Ids of replaced rows mean nothing to users. */
const hidden = ['supersedes'] as const;
const kinds = (Object.keys(readingOfKind) as ReadingKind[]).filter((kind) => kind !== 'location');

export function MeasurementsScreen() {
  const permissions = useSession((session) => session.permissions);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [isEntering, setEntering] = useState(false);
  const manual = useManualKinds();
  const visible = kinds.filter((kind) => meets(permissions, permissionsOfCall(readingOfKind[kind], 'list')));
  const asked = search.get('kind');
  const current = visible.find((kind) => kind === asked) ?? visible[0];
  const items = visible.map((kind) => ({
    key: kind,
    label: resourceTitle(readingOfKind[kind]),
    children: (
      <ResourceScreen
        resource={readingOfKind[kind]}
        isEmbedded
        list={ofPage}
        canCreate={false}
        tools={
          <>
            <ImportButton resource={readingOfKind[kind]} />
            <TrendHint />
          </>
        }
        above={<PersonTrend kind={kind} />}
        {...(isCorrectable(kind) && { cells: cellsOf[kind] ?? {}, rowActions: readingRowActions, omit: hidden })}
      />
    ),
  }));
  const chooseKind = (kind: string): void => void navigate({ search: `?kind=${kind}` }, { replace: true });
  const entry =
    manual.length > 0 ? (
      <Button type="primary" onClick={() => setEntering(true)}>
        {T('enter')}
      </Button>
    ) : null;
  return (
    <Page title={T('allReadings')} actions={entry} isFilled>
      <Card>
        {current === undefined ? (
          <EmptyState text={T('noRight')} />
        ) : (
          <Tabs
            aria-label={T('kind')}
            className={`${css['parts']} ${css['kinds']}`}
            destroyOnHidden
            items={items}
            activeKey={current}
            onChange={chooseKind}
          />
        )}
      </Card>
      {isEntering && (
        <ManualEntry
          {...(current !== undefined && manual.includes(current) && { kind: current })}
          onClose={() => setEntering(false)}
        />
      )}
    </Page>
  );
}
