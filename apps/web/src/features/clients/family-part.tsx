import { family, familyMember } from '@kangmai/model/clients';
import { permissionsOfCall } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex } from 'antd';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';

import { api } from '../../lib/api/api.ts';
import { formatMinute } from '../../lib/dates.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { rowPathsOf } from '../../lib/list-pages.ts';
import { useCan } from '../../lib/permissions.ts';
import { refreshRows, rowKeys } from '../../resource-client/row-keys.ts';
import { useRow } from '../../resource-client/use-row.ts';
import { FormDrawer } from '../../resource-screens/form-drawer.tsx';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { RowDescription } from '../../resource-screens/row-description.tsx';
import { useRights } from '../../resource-screens/use-writes.ts';
import { CutText } from '../../ui/cut-text.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { T } from './family-texts.ts';

import type { ExtraColumn } from '../../resource-screens/screen-context.ts';

interface Member {
  readonly clientId: number;
  readonly age: number | null;
  readonly latestAbnormal: { readonly finding: string; readonly at: string } | null;
}

interface Family {
  readonly familyId: number | null;
  readonly familyName: string | null;
  readonly members: readonly Member[];
}

interface PersonProps {
  readonly id: number;
  readonly name: string;
}

const ofFamily = ['family'] as const;
const ofMember = ['client'] as const;
const columns = ['client', 'relation', 'canViewData'] as const;

const useFamily = (id: number) =>
  useQuery({
    queryKey: [...rowKeys.all(familyMember), 'of', id],
    queryFn: ({ signal }) => api.get<Family>('ClientFamily/GetById', { id }, { signal }),
  });

/** Offers a new family with the client as head, or a place in one that is there. */
function NoFamily({ id, name }: PersonProps) {
  const [open, setOpen] = useState<'family' | 'member' | null>(null);
  const [families, members] = [useRights(family), useRights(familyMember)];
  const close = (): void => setOpen(null);
  return (
    <>
      <EmptyState text={T('none')} />
      <Flex gap={8} justify="center">
        {families.mayCreate && <Button onClick={() => setOpen('family')}>{T('create')}</Button>}
        {members.mayCreate && <Button onClick={() => setOpen('member')}>{T('join')}</Button>}
      </Flex>
      {open === 'family' && (
        <FormDrawer
          resource={family}
          row={null}
          defaults={{ householder: id, familyName: T('nameOf', { name }) }}
          onCreated={() => void refreshRows(familyMember)}
          onClose={close}
        />
      )}
      {open === 'member' && (
        <FormDrawer resource={familyMember} row={null} defaults={{ client: id }} omit={ofMember} onClose={close} />
      )}
    </>
  );
}

function useMemberColumns(members: readonly Member[]): readonly ExtraColumn<typeof familyMember>[] {
  return useMemo(() => {
    const of = (clientId: unknown): Member | undefined => members.find((one) => one.clientId === clientId);
    return [
      {
        key: 'age',
        title: T('age'),
        width: 80,
        render: ({ values }) => {
          const age = of(values.client)?.age;
          return typeof age === 'number' ? T('years', { n: age }) : '—';
        },
      },
      {
        key: 'latest',
        title: T('latest'),
        width: 220,
        render: ({ values }) => {
          const found = of(values.client)?.latestAbnormal;
          return found ? <CutText text={`${found.finding} ${formatMinute(found.at)}`} /> : '—';
        },
      },
    ];
  }, [members]);
}

/** The file of the family with its living environment. */
function FamilyFile({ id }: { readonly id: number }) {
  const { data: row } = useRow(family, id);
  const path = rowPathsOf('family')?.({ id });
  if (!row) return <LoadingState />;
  return (
    <section aria-label={T('home')}>
      <h3>{path === undefined ? row.values.familyName : <Link to={path}>{row.values.familyName}</Link>}</h3>
      <RowDescription resource={family} row={row} />
    </section>
  );
}

function Members({ id, members }: { readonly id: number; readonly members: readonly Member[] }) {
  const list = useMemo(() => ({ fixed: { family: String(id) } }), [id]);
  const defaults = useMemo(() => ({ family: id }), [id]);
  return (
    <ResourceScreen
      resource={familyMember}
      isEmbedded
      list={list}
      columns={columns}
      extraColumns={useMemberColumns(members)}
      defaults={defaults}
      omit={ofFamily}
      createWord={T('add')}
    />
  );
}

/** The family of a client: its members in sight, and its file for those who may see families. */
export function FamilyPart(person: PersonProps) {
  const { data, error, refetch } = useFamily(person.id);
  const mayList = useCan(permissionsOfCall(family, 'list'));
  if (error) return <ErrorState message={failureSentence(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const { familyId, members } = data;
  if (familyId === null) return <NoFamily {...person} />;
  return (
    <>
      <Members id={familyId} members={members} />
      {mayList && <FamilyFile id={familyId} />}
    </>
  );
}
