import { shownFields, type AnyResource, type Document, type DocumentPart, type Words } from '@kangmai/resource';

import { formatMinute } from '../../lib/dates.ts';
import { choiceLabel, fieldLabel } from '../../lib/labels.ts';
import { amountInWords } from '../../lib/units.ts';
import { useSession } from '../../lib/session/session.ts';
import { fullName } from '../../features/account/full-name.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { isEmpty } from '../../resource-screens/traits/summary/row-summary.tsx';
import { useRefNames } from '../../resource-screens/use-lookup.ts';
import { firstOfMonth } from './month-id.ts';
import { T } from './print-texts.ts';
import { RelatedRows } from './related-rows.tsx';
import css from './print.module.css';

import type { ScreenRow } from '../../resource-client/row.ts';
import type { NamesByTarget } from '../../resource-screens/use-lookup.ts';

interface PaperProps {
  readonly paper: Document;
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly month?: string | undefined;
}

type Shown = Omit<PaperProps, 'paper'> & { readonly names: NamesByTarget };

function Value({ name, ...shown }: Shown & { readonly name: string }) {
  return <FieldCell {...shown} name={name} isFull />;
}

const labelOf = (resource: AnyResource, name: string): string => {
  const field = shownFields(resource)[name];
  return field ? fieldLabel(name, field) : '';
};

function Facts({
  part: { title, fields, inWords = [] },
  ...shown
}: Shown & { readonly part: DocumentPart & { kind: 'facts' } }) {
  const filled = fields.filter((name) => !isEmpty(shown.row.values[name]));
  if (filled.length === 0) return null;
  return (
    <section className={css['part']}>
      {title && <h2>{choiceLabel(title)}</h2>}
      <dl className={css['facts']}>
        {filled.map((name) => (
          <div key={name}>
            <dt>{labelOf(shown.resource, name)}</dt>
            <dd>
              <Value {...shown} name={name} />
              {inWords.includes(name) && amountInWords(shown.row.values[name])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A long text or the lines of the document below its label; left out when empty. */
function Wide({ name, ...shown }: Shown & { readonly name: string }) {
  if (isEmpty(shown.row.values[name])) return null;
  return (
    <section className={css['part']}>
      <h2>{labelOf(shown.resource, name)}</h2>
      <div className={css['text']}>
        <Value {...shown} name={name} />
      </div>
    </section>
  );
}

function Signatures({ parties }: { readonly parties: readonly Words[] }) {
  return (
    <section className={css['signatures']}>
      {parties.map((party) => (
        <div key={party.en}>
          <strong>{choiceLabel(party)}</strong>
          <p>{T('signature')}</p>
          <p>{T('date')}</p>
        </div>
      ))}
    </section>
  );
}

function Part({ part, ...shown }: Shown & { readonly part: DocumentPart }) {
  if (part.kind === 'facts') return <Facts {...shown} part={part} />;
  if (part.kind === 'signatures') return <Signatures parties={part.parties} />;
  if (part.kind === 'rows')
    return <RelatedRows part={part} of={shown.resource} id={shown.row.id} month={shown.month} />;
  return <Wide {...shown} name={part.kind === 'lines' ? part.name : part.field} />;
}

/** The sheets of a document: head of the tenant, title and number, parts, foot. */
export function Paper({ paper, resource, row }: PaperProps) {
  const { tenant, user } = useSession();
  const names = useRefNames(resource, Object.keys(shownFields(resource)), [row]);
  const shown = { resource, row, names, month: paper.month };
  return (
    <article className={css['paper']} data-paper={paper.paper}>
      <header className={css['head']}>
        <p translate="no">{tenant?.name}</p>
        <h1>{choiceLabel(paper)}</h1>
        {paper.number !== undefined && (
          <p>
            {labelOf(resource, paper.number)} <Value {...shown} name={paper.number} />
          </p>
        )}
        {paper.month !== undefined && <p>{firstOfMonth(row.id).slice(0, 7)}</p>}
      </header>
      {paper.parts.map((part, at) => (
        <Part key={at} {...shown} part={part} />
      ))}
      <footer className={css['foot']}>
        {T('made', { at: formatMinute(Date.now()), who: user ? fullName(user) : '' })}
      </footer>
    </article>
  );
}
