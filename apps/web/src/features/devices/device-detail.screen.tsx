import { device, deviceCommand } from '@kangmai/model/devices';
import { ingestSource } from '@kangmai/model/ingest';
import { locationReading } from '@kangmai/model/measurements';
import { permissionsOfCall, stemsOf } from '@kangmai/resource';
import { Tabs } from 'antd';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';

import { ApiError } from '../../lib/api/api-error.ts';
import { useCan } from '../../lib/permissions.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { RowDescription } from '../../resource-screens/row-description.tsx';
import { useRow } from '../../resource-client/use-row.ts';
import { Card, Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { CommandMenu } from './command-menu.tsx';
import { T } from './device-texts.ts';
import css from './devices.module.css';
import { usePeople } from './people-list.tsx';
import { TrackView } from './track-view.tsx';

import type { ScreenRow } from '../../resource-client/row.ts';

type Device = ScreenRow<typeof device>;

const columns = ['command', 'state', 'client', 'operator', 'tries', 'sentAt', 'answeredAt', 'failReason'] as const;
const ofDevice = ['device'] as const;
const ofSource = ['lastSource'] as const;

function Commands({ imei }: { readonly imei: string }) {
  const list = useMemo(() => ({ fixed: { device: imei } }), [imei]);
  return (
    <ResourceScreen
      resource={deviceCommand}
      isEmbedded
      list={list}
      columns={columns}
      omit={ofDevice}
      canCreate={false}
    />
  );
}

function DeviceParts({ row }: { readonly row: Device }) {
  const { imei } = row.values;
  const maySeeCommands = useCan(permissionsOfCall(deviceCommand, 'list'));
  const maySeeSources = useCan(permissionsOfCall(ingestSource, 'list'));
  const maySeePlaces = useCan(stemsOf(locationReading));
  const parts = [
    {
      key: 'overview',
      label: T('overview'),
      children: <RowDescription resource={device} row={row} omit={maySeeSources ? [] : ofSource} />,
    },
    ...(maySeeCommands ? [{ key: 'commands', label: T('commands'), children: <Commands imei={imei} /> }] : []),
    ...(maySeePlaces ? [{ key: 'track', label: T('track'), children: <TrackView imei={imei} /> }] : []),
  ];
  return <Tabs aria-label={T('parts')} items={parts} destroyOnHidden />;
}

function WornBy({ imei }: { readonly imei: string }) {
  const { data } = usePeople(imei);
  if (!data) return null;
  const person = data.find((each) => each.imei === imei);
  return (
    <span className={css['quiet']}>
      {person ? (
        <>
          {T('wearer')} <Link to={screenPath('clientDetail', person.clientId)}>{person.name}</Link>
        </>
      ) : (
        T('noWearer')
      )}
    </span>
  );
}

export function DeviceDetailScreen() {
  const id = Number(useParams()['id']);
  const { data: row, error, refetch } = useRow(device, Number.isSafeInteger(id) && id > 0 ? id : null);
  if (row) {
    return (
      <Page
        isName
        title={row.values.imei}
        beside={
          <>
            <FieldCell resource={device} name="lifecycle" row={row} />
            <WornBy imei={row.values.imei} />
          </>
        }
        actions={<CommandMenu imei={row.values.imei} />}
      >
        <Card>
          <DeviceParts row={row} />
        </Card>
      </Page>
    );
  }
  const isGone = Number.isNaN(id) || (error instanceof ApiError && error.status === 404);
  return (
    <Page title={T('list')} tabTitle={null}>
      {isGone && <ErrorState title={T('gone')} />}
      {!isGone && (error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />)}
    </Page>
  );
}
