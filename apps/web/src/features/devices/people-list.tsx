import { useQuery } from '@tanstack/react-query';
import { Input, Pagination, Segmented } from 'antd';
import { useDeferredValue, useState } from 'react';

import { formatAgo } from '../../lib/dates.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { T } from './device-texts.ts';
import css from './devices.module.css';
import { listPeople, type Person } from './positions.ts';

export type Show = 'all' | 'online' | 'offline';
const shows: readonly Show[] = ['all', 'online', 'offline'];
const pageSize = 8;

export function usePeople(text: string) {
  const filter = useDeferredValue(text.trim());
  return useQuery({ queryKey: ['wearers', filter], queryFn: ({ signal }) => listPeople(filter, signal) });
}

interface PeopleListProps {
  readonly show: Show;
  readonly onShow: (show: Show) => void;
  readonly chosen: number | null;
  readonly onChoose: (person: Person) => void;
}

/** Everybody who wears a device, searchable by name, phone or imei; the keyboard alternative to the map. */
export function PeopleList({ show, onShow, chosen, onChoose }: PeopleListProps) {
  const [text, setText] = useState('');
  const { data, error, refetch } = usePeople(text);
  const [page, setPage] = useState(1);
  const people = (data ?? []).filter(({ isOnline }) => show === 'all' || isOnline === (show === 'online'));
  const lastPage = Math.max(1, Math.ceil(people.length / pageSize));
  const current = Math.min(page, lastPage);
  const find = (next: string): void => {
    setText(next);
    setPage(1);
  };
  return (
    <>
      <Input.Search
        allowClear
        aria-label={T('search')}
        placeholder={T('search')}
        value={text}
        onChange={(event) => find(event.target.value)}
      />
      <Segmented<Show>
        block
        aria-label={T('people')}
        value={show}
        onChange={onShow}
        options={shows.map((value) => ({ value, label: T(value) }))}
      />
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState />}
      {data && people.length === 0 && <EmptyState text={T('noPeople')} />}
      {people.length > 0 && (
        <ul aria-label={T('people')} className={css['scroll']}>
          {people.slice((current - 1) * pageSize, current * pageSize).map((person) => (
            <li key={`${person.clientId}|${person.imei}`}>
              <button
                type="button"
                className={css['person']}
                aria-current={person.clientId === chosen}
                onClick={() => onChoose(person)}
              >
                <span>{person.name}</span>
                <StatusTag tone={person.isOnline ? 'success' : 'neutral'}>
                  {T(person.isOnline ? 'online' : 'offline')}
                </StatusTag>
                <span className={css['quiet']}>{person.imei}</span>
                <span className={css['quiet']}>{formatAgo(person.lastSeenAt)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {lastPage > 1 && (
        <Pagination
          size="small"
          align="center"
          showLessItems
          showSizeChanger={false}
          pageSize={pageSize}
          total={people.length}
          current={current}
          onChange={setPage}
        />
      )}
    </>
  );
}
