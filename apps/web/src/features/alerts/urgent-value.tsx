import { fieldLabel } from '../../lib/labels.ts';
import { useReveal } from '../../resource-client/use-reveal.ts';
import { MaskedValue } from '../../ui/masked-value.tsx';
import { T } from './call-texts.ts';

import { fieldOf, type AnyResource } from '@kangmai/resource';
import type { ReactNode } from 'react';
import type { ScreenRow } from '../../resource-client/row.ts';

interface UrgentValueProps {
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly name: string;
  readonly whose: string;
  readonly children?: (shown: string) => ReactNode;
}

/** A masked value needed in an emergency, shown by one click with the reason filled in. */
export function UrgentValue({ resource, row, name, whose, children = (shown) => shown }: UrgentValueProps) {
  const ask = useReveal({ resource, id: row.id, name });
  const masked = row.values[name];
  if (typeof masked !== 'string' || masked === '') return null;
  if (!ask) return <span>{masked}</span>;
  return (
    <MaskedValue
      key={row.id}
      label={`${fieldLabel(name, fieldOf(resource, name))} ${whose}`}
      masked={masked}
      ask={ask}
      reason={T('urgent')}
    >
      {(shown) => children(String(shown))}
    </MaskedValue>
  );
}

export function PhoneLink({ number, whose }: { readonly number: string; readonly whose: string }) {
  return (
    <a href={`tel:${number}`} aria-label={T('call', { name: whose })}>
      {number}
    </a>
  );
}

/** Phone number: the first click shows it, the second calls it. */
export function UrgentPhone(props: Omit<UrgentValueProps, 'name' | 'children'>) {
  return (
    <UrgentValue {...props} name="phone">
      {(number) => <PhoneLink number={number} whose={props.whose} />}
    </UrgentValue>
  );
}
