import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useRef, useState } from 'react';

import { onceAtATime } from '../../lib/once-at-a-time.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { MapBox } from '../../ui/map/map-box.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { LoadingBar } from '../../ui/states.tsx';
import { ChosenPerson } from './chosen-person.tsx';
import { T } from './device-texts.ts';
import css from './devices.module.css';
import { PeopleList, type Show } from './people-list.tsx';
import { listInBox, type Found, type Person, type Position, type Wearer } from './positions.ts';

import type { Box, Group, MapContent, Marker, Place } from '../../ui/map/map-content.ts';

const world: Box = { west: -180, south: -85, east: 180, north: 85, zoom: 4 };
const pauseMs = 300;
const filterOf: Readonly<Record<Show, string | undefined>> = { all: undefined, online: 'true', offline: 'false' };

const inBox = (box: Box, show: Show) => ({
  queryKey: ['positions', box, show],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => listInBox(box, filterOf[show], signal),
});

interface Choice {
  readonly person: Person;
  readonly position: Position | null;
}

function markerOf(wearer: Wearer): Marker {
  const isAlarm = wearer.level >= 3;
  const title = [wearer.name, T(wearer.isOnline ? 'online' : 'offline'), ...(isAlarm ? [T('alarm')] : [])].join(' ');
  return {
    key: String(wearer.clientId),
    longitude: wearer.longitude,
    latitude: wearer.latitude,
    look: isAlarm ? 'alarm' : wearer.isOnline ? 'online' : 'offline',
    title,
    isOnline: wearer.isOnline,
  };
}

const groupTitle = ({ count, online, alarms }: Group): string =>
  T(alarms > 0 ? 'clusterAlarm' : 'cluster', { n: count, online, alarms });

function contentOf(found: Found | undefined, chosen: Choice | null): MapContent {
  const shown = chosen?.position ? String(chosen.person.clientId) : undefined;
  const markers = (found?.wearers ?? []).map(markerOf).filter(({ key }) => key !== shown);
  const marked: readonly Marker[] = chosen?.position
    ? [
        {
          key: String(chosen.person.clientId),
          look: 'chosen',
          title: chosen.person.name,
          longitude: chosen.position.longitude,
          latitude: chosen.position.latitude,
        },
      ]
    : [];
  return { markers: [...markers, ...marked], groups: found?.groups ?? [], lines: [], groupTitle };
}

/** Debounces the map area until the map stands still. */
function useBox(): readonly [Box | null, (box: Box) => void] {
  const [box, setBox] = useState<Box | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const setBoxSoon = (next: Box): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setBox(next), pauseMs);
  };
  return [box, setBoxSoon];
}

/** Wearers in the visible area; at first the area that contains all of them. */
function useFound(show: Show) {
  const [box, move] = useBox();
  const whole = useQuery({ ...inBox(world, show), staleTime: Number.POSITIVE_INFINITY });
  const shown = useQuery({ ...inBox(box ?? world, show), enabled: box !== null, placeholderData: keepPreviousData });
  const { refetch } = shown;
  const look = useMemo(() => onceAtATime(refetch), [refetch]);
  useRealtime('location', () => void look());
  return { found: shown.data ?? whole.data, corners: whole.data?.corners, isFetching: shown.isFetching, move };
}

export function DeviceLocationsScreen() {
  const [show, setShow] = useState<Show>('all');
  const [chosen, setChosen] = useState<Choice | null>(null);
  // A new array moves the map again.
  const [again, setAgain] = useState<readonly Place[]>();
  const { found, corners, isFetching, move } = useFound(show);
  const content = useMemo(() => contentOf(found, chosen), [found, chosen]);
  const chooseWearer = (key: string): void => {
    const wearer = found?.wearers.find(({ clientId }) => String(clientId) === key);
    if (wearer) setChosen({ person: { ...wearer, lastSeenAt: null }, position: null });
  };
  const count = found && (found.total === 0 ? T('noOneHere') : T('inMap', { n: found.total }));
  return (
    <Page title={T('locations')}>
      <Card>
        <div className={css['mapPage']}>
          <div className={css['side']}>
            {chosen && (
              <ChosenPerson
                key={chosen.person.clientId}
                person={chosen.person}
                onPosition={(position) => setChosen({ person: chosen.person, position })}
                onClose={() => setChosen(null)}
              />
            )}
            <PeopleList
              show={show}
              onShow={setShow}
              chosen={chosen?.person.clientId ?? null}
              onChoose={(person) => setChosen({ person, position: null })}
            />
          </div>
          <div className={css['map']}>
            <div className={`${css['row']} ${css['spread']}`}>
              <p className={css['quiet']} role="status">
                {count}
              </p>
              <Button size="small" onClick={() => setAgain([...(corners ?? [])])}>
                {T('whole')}
              </Button>
            </div>
            <LoadingBar isActive={isFetching} />
            <MapBox
              name={T('map')}
              content={content}
              fit={again ?? corners}
              focus={chosen?.position ?? null}
              onMove={move}
              onChoose={chooseWearer}
            />
          </div>
        </div>
      </Card>
    </Page>
  );
}
