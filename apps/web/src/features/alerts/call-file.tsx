import { positionSources, sosRecord, sosTypes } from '@kangmai/model/alerts';
import { client as personResource } from '@kangmai/model/clients';
import { Suspense, useMemo } from 'react';

import { useRegions } from '../../lib/api/use-regions.ts';
import { formatAgo, formatMinute, formatMoment } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { DescriptionList, type Description } from '../../ui/description-list.tsx';
import css from './alerts.module.css';
import { T } from './call-texts.ts';
import { UrgentValue } from './urgent-value.tsx';

import type { ScreenRow } from '../../resource-client/row.ts';
import type { Place } from '../../ui/map/map-content.ts';

const MapBox = lazyPart(async () => (await import('../../ui/map/map-box.tsx')).MapBox);

type Call = ScreenRow<typeof sosRecord>;
type Person = ScreenRow<typeof personResource>;

/** Region and address, without repeating a region that begins the address. */
function Home({ person, whose }: { readonly person: Person; readonly whose: string }) {
  const { pathOf } = useRegions();
  const { regionCode, address } = person.values;
  const region = pathOf(regionCode).replaceAll(' ', '');
  return (
    <>
      {!address?.startsWith(region) && region}{' '}
      <UrgentValue resource={personResource} row={person} name="address" whose={whose} />
    </>
  );
}

const homeOf = (person: Person | null, whose: string): Description[] =>
  person?.values.address ? [{ label: T('home'), value: <Home person={person} whose={whose} />, wide: true }] : [];

function positionFacts({ row, whose }: { readonly row: Call; readonly whose: string }, now: number): Description[] {
  const { longitude, latitude, positionSource, locatedAt, address } = row.values;
  const words = address === null ? null : <UrgentValue resource={sosRecord} row={row} name="address" whose={whose} />;
  const pair = longitude === null || latitude === null ? null : `${longitude}, ${latitude}`;
  const source = [
    ...(positionSource === null ? [] : [choiceLabel(positionSources.entries[positionSource])]),
    ...(locatedAt === null
      ? []
      : [L('word.aside', { what: formatAgo(locatedAt, now), aside: formatMoment(locatedAt, now) })]),
  ].join(' · ');
  return [
    {
      label: T('place'),
      value: (
        <>
          {words ?? pair ?? T('noPlace')}
          {source && <div className={css['source']}>{source}</div>}
        </>
      ),
      wide: true,
    },
  ];
}

interface CallFactsProps {
  readonly row: Call;
  readonly person: Person | null;
  readonly whose: string;
  readonly now: number;
}

/** Facts of a call: kind, presses, device if the wearer is unknown, position with source and age, home address. */
export function callFacts({ row, person, whose, now }: CallFactsProps): Description[] {
  const { type, pressCount, positionSource } = row.values;
  return [
    {
      label: T('kind'),
      value: `${choiceLabel(sosTypes.entries[type])} · ${T('presses', { n: pressCount ?? 1 })}`,
      wide: true,
    },
    ...(person === null
      ? [{ label: T('device'), value: <FieldCell resource={sosRecord} name="device" row={row} />, wide: true }]
      : []),
    ...positionFacts({ row, whose }, now),
    ...(positionSource === 'home' ? [] : homeOf(person, whose)),
  ];
}

function PlaceMap({ longitude, latitude }: Place) {
  const shown = useMemo(() => {
    const place = { longitude, latitude };
    return {
      content: { markers: [{ key: 'call', title: T('map'), look: 'alarm' as const, ...place }], groups: [], lines: [] },
      fit: [place],
    };
  }, [longitude, latitude]);
  return (
    <Suspense>
      <MapBox name={T('map')} content={shown.content} fit={shown.fit} />
    </Suspense>
  );
}

export function CallMap({
  row: {
    values: { longitude, latitude },
  },
  className,
}: {
  readonly row: Call;
  readonly className: string | undefined;
}) {
  if (longitude === null || latitude === null) return null;
  return (
    <div className={className}>
      <PlaceMap longitude={Number(longitude)} latitude={Number(latitude)} />
    </div>
  );
}

function Former({ rows }: { readonly rows: readonly Call[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h2>{T('former')}</h2>
      <ul className={css['people']} aria-label={T('former')}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={css['time']}>{formatMinute(row.values.calledAt)}</span>{' '}
            {choiceLabel(sosTypes.entries[row.values.type])} {T('presses', { n: row.values.pressCount ?? 1 })}{' '}
            <FieldCell resource={sosRecord} name="state" row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** SOS calls of a case: the newest with its position, earlier ones as a line each. */
export function CallFile({
  calls,
  person,
  whose,
  now,
}: Omit<CallFactsProps, 'row'> & { readonly calls: readonly Call[] }) {
  const [row, ...former] = calls;
  if (!row) return null;
  const items: Description[] = [
    {
      label: T('since'),
      value: L('word.aside', {
        what: formatMoment(row.values.calledAt, now),
        aside: formatAgo(row.values.calledAt, now),
      }),
      wide: true,
    },
    { label: T('state'), value: <FieldCell resource={sosRecord} name="state" row={row} />, wide: true },
    ...callFacts({ row, person, whose, now }),
  ];
  return (
    <section aria-label={T('title')} className={css['call']}>
      <div className={css['callFacts']}>
        <DescriptionList items={items.map(({ label, value }) => ({ label, value }))} columns={1} />
        <Former rows={former} />
      </div>
      <CallMap row={row} className={css['callMap']} />
    </section>
  );
}
