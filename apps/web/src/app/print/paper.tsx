import { daysOfPaper } from '@kangmai/domain';
import { shownFields, type AnyResource, type Document, type DocumentPart, type FactsPart } from '@kangmai/resource';

import { formatMinute } from '../../lib/dates.ts';
import { choiceLabel, fieldLabel } from '../../lib/labels.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Logo, TemplateText } from '../../features/documents/template-parts.tsx';
import { amountInWords } from '../../lib/units.ts';
import { useSession } from '../../lib/session/session.ts';
import { fullName } from '../../features/account/full-name.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { isEmpty } from '../../resource-screens/traits/summary/row-summary.tsx';
import { useRefNames } from '../../resource-screens/use-lookup.ts';
import { P as T } from '../../features/documents/print-texts.ts';
import { RelatedRows } from './related-rows.tsx';
import css from '../../features/documents/print.module.css';

import type { PrintTemplate } from '../../resource-client/report-templates.ts';
import type { ScreenRow } from '../../resource-client/row.ts';
import type { NamesByTarget } from '../../resource-screens/use-lookup.ts';

interface PaperProps {
  readonly paper: Document;
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly template: PrintTemplate | null;
}

type Shown = Pick<PaperProps, 'resource' | 'row'> & { readonly names: NamesByTarget };

function Value({ name, ...shown }: Shown & { readonly name: string }) {
  return <FieldCell {...shown} name={name} isFull />;
}

const labelOf = (resource: AnyResource, name: string): string => {
  const field = shownFields(resource)[name];
  return field ? fieldLabel(name, field) : '';
};

function Facts({ part: { title, fields, inWords = [] }, ...shown }: Shown & { readonly part: FactsPart }) {
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

function Signatures({ parties, ...shown }: Shown & DocumentPart & { readonly kind: 'signatures' }) {
  const { tenant } = useSession();
  return (
    <section className={css['signatures']}>
      {parties.map((party) => (
        <div key={party.en}>
          <strong>{choiceLabel(party)}</strong>
          {party.by && <div>{party.by === 'tenant' ? tenant?.name : <Value {...shown} name={party.by} />}</div>}
          <p>{T('signature')}</p>
          <p>{T('date')}</p>
        </div>
      ))}
    </section>
  );
}

function Terms({ part, ...shown }: Shown & { readonly part: DocumentPart & { readonly kind: 'terms' } }) {
  const { tenant } = useSession();
  return (
    <section className={css['part']}>
      <h2>{choiceLabel(part)}</h2>
      <div className={css['text']}>
        <TemplateText text={part.text} given={{ tenantName: tenant?.name }} resource={shown.resource}>
          {(name) => <Value {...shown} name={name} />}
        </TemplateText>
      </div>
    </section>
  );
}

const ownParts = {
  caseGrounds: lazyPart(async () => (await import('../../features/alerts/case-proof.tsx')).Grounds),
  caseClosings: lazyPart(async () => (await import('../../features/alerts/case-proof.tsx')).Closings),
};

function Part({ part, paper, ...shown }: Shown & { readonly part: DocumentPart; readonly paper: Document }) {
  if (part.kind === 'facts') return <Facts {...shown} part={part} />;
  if (part.kind === 'own') {
    const Own = ownParts[part.name];
    return <Own id={shown.row.id} className={css['part']} />;
  }
  if (part.kind === 'terms') return <Terms {...shown} part={part} />;
  if (part.kind === 'signatures') return <Signatures {...shown} {...part} />;
  if (part.kind === 'rows') return <RelatedRows part={part} of={shown.resource} id={shown.row.id} paper={paper} />;
  return <Wide {...shown} name={part.kind === 'lines' ? part.name : part.field} />;
}

function periodWords(of: 'month' | 'week', id: number): string {
  const { from = '', to = '' } = daysOfPaper(of, id) ?? {};
  return of === 'month' ? from.slice(0, 7) : `${from} – ${to}`;
}

function Mark({ paper, ...shown }: Shown & { readonly paper: Document }) {
  if (paper.period) return <p>{periodWords(paper.period.of, shown.row.id)}</p>;
  if (paper.number === undefined) return null;
  return (
    <p>
      {labelOf(shown.resource, paper.number)} <Value {...shown} name={paper.number} />
    </p>
  );
}

const Draft = ({ paper }: { readonly paper: Document }) => (paper.issued ? <> {T('draft')}</> : null);

/** The sheets of a document: head of the tenant, title and number, parts, foot. */
export function Paper({ paper, resource, row, template }: PaperProps) {
  const { tenant, user } = useSession();
  const names = useRefNames(resource, Object.keys(shownFields(resource)), [row]);
  const shown = { resource, row, names };
  const [at, who] = [formatMinute(Date.now()), user ? fullName(user) : ''];
  const given = { tenantName: tenant?.name, documentTitle: choiceLabel(paper), printedAt: at, printedBy: who };
  const words = (text: string | null | undefined) => (
    <TemplateText {...{ text, given, resource }}>{(name) => <Value {...shown} name={name} />}</TemplateText>
  );
  return (
    <article className={css['paper']} data-paper={template?.paper ?? paper.paper}>
      <header className={css['head']}>
        <p translate="no">
          <Logo file={template?.logo} /> {words(template?.header ?? '{{tenantName}}')}
        </p>
        <h1>{choiceLabel(paper)}</h1>
        <Mark {...shown} paper={paper} />
      </header>
      {paper.parts.map((part, place) => (
        <Part key={place} {...shown} part={part} paper={paper} />
      ))}
      <section className={css['words']}>{words(template?.content)}</section>
      <footer className={css['foot']}>
        {words(template?.footer)} {T('made', { at, who })}
        <Draft paper={paper} />
      </footer>
    </article>
  );
}
