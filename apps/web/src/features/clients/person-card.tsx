import { client, guardianContact } from '@kangmai/model/clients';
import { bedStay } from '@kangmai/model/facility';
import { permissionsOfCall } from '@kangmai/resource';

import { useCan } from '../../lib/permissions.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { fieldLabel } from '../../lib/labels.ts';
import { useList } from '../../resource-screens/use-list.ts';
import { useRefNames } from '../../resource-screens/use-lookup.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Card } from '../../ui/page.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { BindingButton } from './wechat-binding.tsx';
import css from './clients.module.css';
import { T } from './client-texts.ts';

import type { ScreenRow } from '../../resource-client/row.ts';

type Client = ScreenRow<typeof client>;

const shown = [
  'gender',
  'age',
  'birthday',
  'phone',
  'certificateNo',
  'bloodType',
  'riskTags',
  'healthManager',
  'doctor',
  'team',
  'organizationUnit',
] as const;

function Guardians({ id }: { readonly id: number }) {
  const list = useList(guardianContact, { keep: 'memory', fixed: { client: String(id) } });
  if (list.isLoading) return <LoadingState />;
  if (list.rows.length === 0) return <p className={css['quiet']}>—</p>;
  return (
    <ul className={css['guardians']}>
      {list.rows.map((row) => (
        <li key={row.id}>
          <strong>{row.values.name}</strong> <FieldCell resource={guardianContact} name="relation" row={row} />{' '}
          <FieldCell resource={guardianContact} name="phone" row={row} isFull />
        </li>
      ))}
    </ul>
  );
}

function PresentBed({ id }: { readonly id: number }) {
  const list = useList(bedStay, { keep: 'memory', fixed: { client: String(id) } });
  const names = useRefNames(bedStay, ['bed'], list.rows);
  const present = list.rows.find(({ values }) => !values.endedAt);
  if (list.isLoading) return null;
  return present ? <FieldCell resource={bedStay} name="bed" row={present} names={names} isFull /> : T('noBed');
}

export function PersonCard({ row }: { readonly row: Client }) {
  const names = useRefNames(client, shown, [row]);
  const canStays = useCan(permissionsOfCall(bedStay, 'list'));
  const canGuardians = useCan(permissionsOfCall(guardianContact, 'list'));
  const facts = shown.map((name) => ({
    label: fieldLabel(name, client.fields[name]),
    value: <FieldCell resource={client} name={name} row={row} names={names} isFull />,
  }));
  const wechat = {
    label: T('wechat'),
    value: (
      <>
        <FieldCell resource={client} name="bindState" row={row} />{' '}
        <BindingButton resource={client} id={row.id} name={row.values.name} />
      </>
    ),
  };
  const bed = canStays ? [{ label: T('bed'), value: <PresentBed id={row.id} /> }] : [];
  return (
    <Card title={T('person')}>
      <DescriptionList columns={1} items={[...facts, wechat, ...bed]} />
      {canGuardians && (
        <section aria-label={T('guardians')} className={css['part']}>
          <h3>{T('guardians')}</h3>
          <Guardians id={row.id} />
        </section>
      )}
    </Card>
  );
}
