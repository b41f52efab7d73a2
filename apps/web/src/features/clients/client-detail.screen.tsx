import { client } from '@kangmai/model/clients';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';

import { ApiError } from '../../lib/api/api-error.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { FormDrawer } from '../../resource-screens/form-drawer.tsx';
import { rememberRow } from '../../resource-screens/traits/neighbours/list-memory.tsx';
import { Neighbours } from '../../resource-screens/traits/neighbours/neighbours.tsx';
import { useOpenRowKeys } from '../../lib/use-hot-keys.ts';
import { useHasKeys } from '../../resource-client/lists/my-lists.ts';
import { useRow } from '../../resource-client/use-row.ts';
import { useRights } from '../../resource-screens/use-writes.ts';
import { Card, Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './clients.module.css';
import { ClientParts } from './client-parts.tsx';
import { T } from './client-texts.ts';
import { MergesLink } from './merges-link.tsx';
import { ManualEntry, useManualKinds } from './manual-entry.tsx';
import { PersonCard } from './person-card.tsx';

import type { ScreenRow } from '../../resource-client/row.ts';

type Client = ScreenRow<typeof client>;

const listPath = screenPath('clients');

function ClientPage({ row }: { readonly row: Client }) {
  const [open, setOpen] = useState<'entry' | 'form' | null>(null);
  const canEnter = useManualKinds().length > 0;
  const { mayEdit } = useRights(client);
  const closeDialog = (): void => setOpen(null);
  const navigate = useNavigate();
  useEffect(() => rememberRow(listPath, row.id), [row.id]);
  useOpenRowKeys({
    isOn: useHasKeys() && open === null,
    inside: null,
    onEdit: mayEdit ? () => setOpen('form') : undefined,
    onLeave: () => void navigate(listPath),
  });
  const actions = (
    <>
      <MergesLink id={row.id} />
      {mayEdit && <Button onClick={() => setOpen('form')}>{T('edit')}</Button>}
      {canEnter && (
        <Button type="primary" onClick={() => setOpen('entry')}>
          {T('enter')}
        </Button>
      )}
      <Neighbours path={listPath} id={row.id} />
    </>
  );
  return (
    <Page
      isName
      title={row.values.name}
      beside={<FieldCell resource={client} name="state" row={row} />}
      actions={actions}
    >
      <div className={css['detail']}>
        <PersonCard row={row} />
        <Card>
          <ClientParts row={row} />
        </Card>
      </div>
      {open === 'form' && <FormDrawer resource={client} row={row} onClose={closeDialog} />}
      {open === 'entry' && (
        <ManualEntry
          clientId={row.id}
          person={
            <>
              {row.values.name} <FieldCell resource={client} name="gender" row={row} />{' '}
              <FieldCell resource={client} name="age" row={row} isFull />
            </>
          }
          onClose={closeDialog}
        />
      )}
    </Page>
  );
}

/** The address of a merged file leads to the file that has its records. */
const OpenedPage = ({ row, id }: { readonly row: Client; readonly id: number }) =>
  row.id === id ? <ClientPage row={row} /> : <Navigate replace to={screenPath('clientDetail', row.id)} />;

export function ClientDetailScreen() {
  const id = Number(useParams()['id']);
  const { data: row, error, refetch } = useRow(client, Number.isSafeInteger(id) && id > 0 ? id : null);
  if (row) return <OpenedPage row={row} id={id} />;
  const isGone = Number.isNaN(id) || (error instanceof ApiError && error.status === 404);
  return (
    <Page title={T('details')} tabTitle={null}>
      <Card>
        {isGone && <ErrorState title={T('gone')} extra={<Link to={screenPath('clients')}>{T('list')}</Link>} />}
        {!isGone && (error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />)}
      </Card>
    </Page>
  );
}
