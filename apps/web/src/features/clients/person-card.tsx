import { client, guardianContact } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';

import { useCan } from '../../lib/permissions.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { fieldLabel } from '../../lib/labels.ts';
import { useList } from '../../resource-screens/use-list.ts';
import { useRefNames } from '../../resource-screens/use-lookup.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Card } from '../../ui/page.tsx';
import { LoadingState } from '../../ui/states.tsx';
import css from './clients.module.css';
import { T } from './client-texts.ts';
import { RevealedValue } from './reveal-button.tsx';

import type { ScreenRow } from '../../lib/api/resource-row.ts';

type Client = ScreenRow<typeof client>;

const plain = ['gender', 'age', 'birthday', 'bloodType', 'riskTags', 'healthManager', 'doctor', 'team', 'organizationUnit'] as const;

function Guardians({ id }: { readonly id: number }) {
  const list = useList(guardianContact, { keep: 'memory', fixed: { client: String(id) } });
  if (list.isLoading) return <LoadingState />;
  if (list.rows.length === 0) return <p className={css['quiet']}>—</p>;
  return (
    <ul className={css['guardians']}>
      {list.rows.map((row) => (
        <li key={row.id}>
          <strong>{row.values.name}</strong> <FieldCell resource={guardianContact} name="relation" row={row} /> <span>{row.values.phone}</span>
        </li>
      ))}
    </ul>
  );
}

/** Who the person is: the facts that every decision needs. */
export function PersonCard({ row }: { readonly row: Client }) {
  const names = useRefNames(client, plain, [row]);
  const canGuardians = useCan(permissionsOfCall(guardianContact, 'list'));
  const facts = plain.map((name) => ({ label: fieldLabel(name, client.fields[name]), value: <FieldCell resource={client} name={name} row={row} names={names} isFull /> }));
  const masked = (['phone', 'certificateNo'] as const).map((name) => {
    const label = fieldLabel(name, client.fields[name]);
    return { label, value: <RevealedValue id={row.id} field={name} label={label} masked={row.values[name]} /> };
  });
  return (
    <Card title={T('person')}>
      <DescriptionList columns={1} items={[...facts.slice(0, 3), ...masked, ...facts.slice(3)]} />
      {canGuardians && (
        <section aria-label={T('guardians')} className={css['part']}>
          <h3>{T('guardians')}</h3>
          <Guardians id={row.id} />
        </section>
      )}
    </Card>
  );
}
