import { readingOfKind, type ReadingKind } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { meets } from '../../lib/permissions.ts';
import { useSession } from '../../lib/session/session.ts';
import { resourceTitle } from '../../lib/labels.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import css from './clients.module.css';
import { T } from './client-texts.ts';
import { ManualEntry, useManualKinds } from './manual-entry.tsx';

const kinds = (Object.keys(readingOfKind) as ReadingKind[]).filter((kind) => kind !== 'location');

/** Measurements of all people, one list a kind that the user may read. */
export function MeasurementsScreen() {
  const permissions = useSession((session) => session.permissions);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [isEntering, setEntering] = useState(false);
  const manual = useManualKinds();
  const visible = kinds.filter((kind) => meets(permissions, permissionsOfCall(readingOfKind[kind], 'list')));
  const asked = search.get('kind');
  const current = visible.find((kind) => kind === asked) ?? visible[0];
  const options = visible.map((value) => ({ value, label: resourceTitle(readingOfKind[value]) }));
  const choose = (kind: ReadingKind | null): void => {
    if (kind !== null) void navigate({ search: `?kind=${kind}` }, { replace: true });
  };
  const entry = manual.length > 0 ? <Button type="primary" onClick={() => setEntering(true)}>{T('enter')}</Button> : null;
  return (
    <Page title={T('allReadings')} actions={entry}>
      <Card>
        {current === undefined ? (
          <EmptyState text={T('noRight')} />
        ) : (
          <>
            <Tag.CheckableTagGroup aria-label={T('kind')} className={css['kinds'] ?? ''} options={options} value={current} onChange={choose} />
            <ResourceScreen key={current} resource={readingOfKind[current]} isEmbedded canCreate={false} />
          </>
        )}
      </Card>
      {isEntering && <ManualEntry {...(current !== undefined && manual.includes(current) && { kind: current })} onClose={() => setEntering(false)} />}
    </Page>
  );
}
