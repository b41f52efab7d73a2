import { bed, building, roomStates } from '@kangmai/model/facility';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';

import { choiceLabel } from '../../lib/labels.ts';
import { rowPathsOf } from '../../lib/list-pages.ts';
import { listFloors, type FloorNode, type RoomNode } from '../../resource-client/buildings.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { useRights } from '../../resource-screens/use-writes.ts';
import { Card } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { BedButton } from './bed-button.tsx';
import css from './facility.module.css';
import { T } from './facility-texts.ts';
import { useMoveBed, type BedMoves } from './use-move-bed.ts';

import type { KeyboardEvent } from 'react';

const tones: Readonly<Record<RoomNode['state'], Tone>> = {
  free: 'success',
  part: 'info',
  full: 'neutral',
  repair: 'warning',
  closed: 'warning',
};

const floorName = (floor: number): string => (floor < 0 ? T('underground', { n: -floor }) : T('floor', { n: floor }));

interface PartProps {
  readonly moves: BedMoves;
  readonly mayMove: boolean;
}

function RoomCard({ room, moves, mayMove }: PartProps & { readonly room: RoomNode }) {
  const isInUse = room.state !== 'repair' && room.state !== 'closed';
  const isOpen = isInUse && (room.sexLimit === 'none' || room.sexLimit === moves.chosen?.sex);
  const path = rowPathsOf('room')?.(room);
  return (
    <li className={`${css['room']} ${css[room.state]}`}>
      <div className={css['roomHead']}>
        <strong translate="no">{path === undefined ? room.name : <Link to={path}>{room.name}</Link>}</strong>
        <StatusTag tone={tones[room.state]}>{choiceLabel(roomStates.entries[room.state])}</StatusTag>
      </div>
      <div className={css['kind']}>
        {[room.roomTypeName, ...(room.sexLimit === 'none' ? [] : [T(room.sexLimit)])].join(' · ')}
      </div>
      {room.beds.length === 0 && <span className={css['kind']}>{T('noBeds')}</span>}
      {room.beds.map((each) => (
        <BedButton key={each.id} bed={each} moves={moves} mayMove={mayMove} isOpen={isOpen} />
      ))}
    </li>
  );
}

const sumOf = (rooms: readonly RoomNode[], count: 'bedCount' | 'occupiedCount'): number =>
  rooms.reduce((sum, room) => sum + room[count], 0);

const countsOf = (rooms: readonly RoomNode[]): { readonly n: number; readonly all: number } => ({
  n: sumOf(rooms, 'occupiedCount'),
  all: sumOf(rooms, 'bedCount'),
});

function Floor({ floor, rooms, moves, mayMove }: PartProps & FloorNode) {
  return (
    <section aria-label={floorName(floor)} className={css['floor']}>
      <h3>
        {floorName(floor)} <span className={css['kind']}>{T('taken', countsOf(rooms))}</span>
      </h3>
      <ul className={css['rooms']}>
        {rooms.map((room) => (
          <RoomCard key={room.id} room={room} moves={moves} mayMove={mayMove} />
        ))}
      </ul>
    </section>
  );
}

function Line({ moves: { chosen, choose }, mayMove }: PartProps) {
  if (!mayMove) return null;
  return (
    <p className={css['line']} role="status">
      {chosen ? (
        <>
          <strong>{T('moving', { name: chosen.clientName ?? '' })}</strong>
          <Button size="small" onClick={() => choose(null)}>
            {T('cancel')}
          </Button>
        </>
      ) : (
        T('hint')
      )}
    </p>
  );
}

export function FloorGrid({ id }: { readonly id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...rowKeys.all(building), 'floors', id],
    queryFn: ({ signal }) => listFloors(id, signal),
  });
  const moves = useMoveBed();
  const { mayEdit } = useRights(bed);
  const endChoice = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !moves.chosen) return;
    event.preventDefault();
    moves.choose(null);
  };
  const parts = { moves, mayMove: mayEdit };
  return (
    <Card
      title={T('grid')}
      extra={data && <span className={css['kind']}>{T('taken', countsOf(data.flatMap(({ rooms }) => rooms)))}</span>}
    >
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState />}
      {data?.length === 0 && <EmptyState text={T('noRooms')} />}
      {data && data.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc ends the choice, wherever the focus is
        <div onKeyDown={endChoice}>
          <Line {...parts} />
          {data.map((floor) => (
            <Floor key={floor.floor} {...floor} {...parts} />
          ))}
        </div>
      )}
    </Card>
  );
}
