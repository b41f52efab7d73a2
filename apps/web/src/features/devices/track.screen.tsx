import { Select } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { Card, Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { T } from './device-texts.ts';
import css from './devices.module.css';
import { usePeople } from './people-list.tsx';
import { TrackView } from './track-view.tsx';

interface PickProps {
  readonly value: number | null;
  readonly onChange: (clientId: number) => void;
}

function PersonPick({ value, onChange }: PickProps) {
  const [text, setText] = useState('');
  const { data = [], isFetching } = usePeople(text);
  const options = [
    ...new Map(
      data.map((person) => [person.clientId, { value: person.clientId, label: `${person.name} ${person.imei}` }]),
    ).values(),
  ];
  return (
    <Select
      aria-label={T('person')}
      className={css['picker'] ?? ''}
      placeholder={T('choosePerson')}
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={isFetching}
      options={options}
      value={value}
      onChange={onChange}
    />
  );
}

export function TrackScreen() {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get('userId'));
  const clientId = Number.isSafeInteger(asked) && asked > 0 ? asked : null;
  const pick = <PersonPick value={clientId} onChange={(id) => setSearch({ userId: String(id) }, { replace: true })} />;
  return (
    <Page title={T('trackTitle')}>
      <Card>
        {clientId === null ? (
          <>
            <div className={css['row']}>{pick}</div>
            <EmptyState text={T('choosePerson')} />
          </>
        ) : (
          <TrackView key={clientId} clientId={clientId} beside={pick} />
        )}
      </Card>
    </Page>
  );
}
