import { callOutcomes } from '@kangmai/model/alerts';
import { client as personResource, guardianContact } from '@kangmai/model/clients';
import { Link } from 'react-router';

import { formatMoment } from '../../lib/dates.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';
import { callsTo, nextToCall, reachedBy, type Callee } from './call-order.ts';
import { personOf } from './case-list.tsx';
import { isReached, movesOf } from './case-moves.ts';
import { PhoneLink, UrgentPhone } from './urgent-value.tsx';
import { useCaseMoves } from './use-case-moves.ts';

import type { ReactNode } from 'react';
import type { CaseFile } from '../../resource-client/cases.ts';

interface Line extends Callee {
  readonly key: string;
  readonly name: string;
  readonly hasPhone: boolean;
  readonly shown: ReactNode;
}

function PersonName({ file: { row, person } }: { readonly file: CaseFile }) {
  const { mayOpenClient } = useCaseMoves();
  const { client } = row.values;
  const isLink = mayOpenClient && client !== null;
  return (
    <>
      <strong>{isLink ? <Link to={screenPath('clientDetail', client)}>{personOf(row)}</Link> : personOf(row)}</strong>
      {person && (
        <>
          <FieldCell resource={personResource} name="gender" row={person} />{' '}
          <FieldCell resource={personResource} name="age" row={person} isFull />{' '}
          <UrgentPhone resource={personResource} row={person} whose={personOf(row)} />
        </>
      )}
    </>
  );
}

/** The person, the contacts in their order, and the house. */
function linesOf(file: CaseFile): readonly Line[] {
  const { row, person, guardians, house } = file;
  return [
    {
      key: 'person',
      kind: 'person',
      guardian: null,
      name: personOf(row),
      hasPhone: Boolean(person?.values.phone),
      shown: <PersonName file={file} />,
    },
    ...guardians.map((guardian) => ({
      key: `guardian${guardian.id}`,
      kind: 'guardian' as const,
      guardian: guardian.id,
      name: guardian.values.name,
      hasPhone: Boolean(guardian.values.phone),
      shown: (
        <>
          {T('guardian')} <strong>{guardian.values.name}</strong>{' '}
          <FieldCell resource={guardianContact} name="relation" row={guardian} />
          <UrgentPhone resource={guardianContact} row={guardian} whose={guardian.values.name} />
        </>
      ),
    })),
    ...(house
      ? [
          {
            key: 'house',
            kind: 'house' as const,
            guardian: null,
            name: house.name,
            hasPhone: true,
            shown: (
              <>
                {T('house')} <strong>{house.name}</strong> <PhoneLink number={house.phone} whose={house.name} />
              </>
            ),
          },
        ]
      : []),
  ];
}

const failures = ['noAnswer', 'refused', 'wrongNumber'] as const;

/** What came of the last call to somebody, when and by whom. */
function Tried({ line, file }: { readonly line: Line; readonly file: CaseFile }) {
  const calls = callsTo(line, file.contacts);
  const [last] = calls;
  if (!last) return null;
  const words = [
    last.outcome && choiceLabel(callOutcomes.entries[last.outcome]),
    formatMoment(last.at, Date.now()),
    last.userName ?? T('system'),
    calls.length > 1 && T('calls', { n: calls.length }),
  ];
  return <span className={css['time']}>{words.filter(Boolean).join(' · ')}</span>;
}

/** Whom to call about a case: numbers with what came of each call; an outcome is logged by two clicks. */
export function CallList({ file }: { readonly file: CaseFile }) {
  const { row, contacts } = file;
  const { mutate, isPending, mayMove } = useCaseMoves();
  const lines = linesOf(file);
  const mayLog = mayMove && movesOf(row).includes('contact');
  const next =
    mayLog && !isReached(row)
      ? nextToCall(
          lines.filter(({ hasPhone }) => hasPhone),
          contacts,
          row.values.alarmedAt,
        )
      : undefined;
  const log = ({ kind, guardian }: Line, callOutcome: string): void => {
    if (!isPending) mutate({ row, move: 'contact', values: { callOutcome, callee: kind, guardian } });
  };
  return (
    <ul className={`${css['person']} ${css['people']}`} aria-label={T('people')}>
      {lines.map((line) => (
        <li key={line.key}>
          {line.shown}
          {line.key === next?.key && <StatusTag tone="info">{T('callNext')}</StatusTag>}
          <Tried line={line} file={file} />
          {mayLog && line.hasPhone && (
            <span className={css['log']}>
              <MenuButton
                name={T('logCall', { name: line.name })}
                word={T('log')}
                items={[reachedBy[line.kind], ...failures].map((key) => ({
                  key,
                  label: choiceLabel(callOutcomes.entries[key]),
                }))}
                onPick={(outcome) => log(line, outcome)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
