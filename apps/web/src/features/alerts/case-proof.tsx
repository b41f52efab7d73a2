import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { fieldOf, permissionsOfCall, type AnyResource } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';

import { formatMinute } from '../../lib/dates.ts';
import { fieldLabel } from '../../lib/labels.ts';
import { useCan } from '../../lib/permissions.ts';
import { shortFigures } from '../../lib/reading-words.ts';
import { firstPage } from '../../resource-client/address.ts';
import { listRows } from '../../resource-client/calls.ts';
import { getCase, type CaseFile } from '../../resource-client/cases.ts';
import { keyedValues } from '../../resource-client/corrections.ts';
import { CorrectionNote } from '../../reading-parts/correction-note.tsx';
import { ReadingMark } from '../../reading-parts/reading-mark.tsx';
import { correctionsQuery } from '../../reading-parts/use-corrections.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { PrintFault } from '../../ui/print-fault.tsx';
import { T } from './alert-texts.ts';
import { CaseGrounds } from './case-grounds.tsx';
import { closingBody, closingTitle, formerClosings } from './case-logs.tsx';
import { caseKey } from './use-case-moves.ts';

import type { ReactNode } from 'react';

/** The newest readings of a case that its paper lists. */
const most = 60;

interface PartProps {
  readonly id: number;
  /** Of the sections of the paper. */
  readonly className?: string | undefined;
}

/** A part of the paper of a case that needs more than its row. */
function OfCase({ id, children }: { readonly id: number; readonly children: (file: CaseFile) => ReactNode }) {
  const { data, error } = useQuery({ queryKey: caseKey(id), queryFn: ({ signal }) => getCase(id, signal) });
  if (error) return <PrintFault error={error} />;
  return data ? children(data) : null;
}

const columns = ['level', 'origin', 'quality'] as const;

interface ReadingsProps extends Pick<PartProps, 'className'> {
  readonly row: CaseFile['row'];
  readonly kind: ReadingKind;
  readonly clientId: number;
}

function Readings({ row, kind, clientId, className }: ReadingsProps) {
  const resource: AnyResource = readingOfKind[kind];
  const { startedAt: from, latestAt: to } = row.values;
  const filters = { client: String(clientId), measuredAt: { from: from.toISOString(), to: to.toISOString() } };
  const { data, error } = useQuery({
    queryKey: [...caseKey(row.id), 'paper'],
    queryFn: ({ signal }) =>
      listRows(resource, { state: { ...firstPage, size: most, filters, sort: '-measuredAt' }, signal }),
  });
  const corrections = useQuery(correctionsQuery(kind, { clientId, from, to }));
  const fault = error ?? corrections.error;
  if (fault) return <PrintFault error={fault} />;
  const corrected = corrections.data ?? [];
  if (!data || data.rows.length + corrected.length === 0) return null;
  const labelOf = (name: string): string => fieldLabel(name, fieldOf(resource, name));
  return (
    <section className={className}>
      <h2>{T('readings')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{labelOf('measuredAt')}</th>
            <th scope="col">{T('measured')}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {labelOf(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((reading) => (
            <tr key={reading.id}>
              <td>{formatMinute(reading.values['measuredAt'] as Date)}</td>
              <td>{shortFigures(kind, keyedValues(resource, reading))}</td>
              {columns.map((name) => (
                <td key={name}>
                  <FieldCell resource={resource} name={name} row={reading} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {data.total > most && <p>{T('newestReadings', { n: most, total: data.total })}</p>}
      {corrected.map((correction) => (
        <p key={correction.id}>
          {formatMinute(correction.at)} <ReadingMark isVoid={correction.isVoid} />{' '}
          <CorrectionNote kind={kind} correction={correction} />
        </p>
      ))}
    </section>
  );
}

function SeenReadings(shown: ReadingsProps) {
  const canRead = useCan(permissionsOfCall(readingOfKind[shown.kind], 'list'));
  return canRead && <Readings {...shown} />;
}

/** What a case was judged by: its rule with its mark, and the single readings. */
export const Grounds = ({ id, className }: PartProps) => (
  <OfCase id={id}>
    {({ row, rule, kind }) => (
      <>
        {rule && (
          <section className={className}>
            <h2>{T('grounds')}</h2>
            <CaseGrounds rule={rule} />
          </section>
        )}
        {kind && row.values.client !== null && (
          <SeenReadings {...{ row, kind, className }} clientId={row.values.client} />
        )}
      </>
    )}
  </OfCase>
);

/** Closings before the last one, where a case was opened again. */
export const Closings = ({ id, className }: PartProps) => (
  <OfCase id={id}>
    {(file) => {
      const former = formerClosings(file);
      return (
        former.length > 0 && (
          <section className={className}>
            <h2>{T('handlings')}</h2>
            {former.map((each) => (
              <p key={each.id}>
                {[formatMinute(each.at), closingTitle(each), closingBody(each)].filter(Boolean).join(' · ')}
              </p>
            ))}
          </section>
        )
      );
    }}
  </OfCase>
);
