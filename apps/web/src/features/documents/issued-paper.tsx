import { formatMinute } from '../../lib/dates.ts';
import { P } from './print-texts.ts';
import css from './print.module.css';

import type { IssuedContent, IssuedPart } from '@kangmai/model/documents';
import type { IssuedVersion } from '../../resource-client/documents.ts';

const shownDigits = 12;
const shortHash = (hash: string): string => hash.slice(0, shownDigits);

function Facts({ title, facts }: Extract<IssuedPart, { kind: 'facts' }>) {
  return (
    <section className={css['part']}>
      {title !== null && <h2>{title}</h2>}
      <dl className={css['facts']}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const mostShort = 5;
/** Dates and short words stay on one line. */
const isShort = (cell: string): boolean => cell.length <= mostShort || /^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/.test(cell);

function Rows({ title, columns, rows }: Extract<IssuedPart, { kind: 'rows' }>) {
  if (rows.length === 0) return null;
  return (
    <section className={css['part']}>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>
              {cells.map((cell, place) => (
                <td key={place} data-short={isShort(cell)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Signatures({ parties }: Extract<IssuedPart, { kind: 'signatures' }>) {
  return (
    <section className={css['signatures']}>
      {parties.map(({ label, value }) => (
        <div key={label}>
          <strong>{label}</strong>
          {value !== '' && <div>{value}</div>}
          <p>{P('signature')}</p>
          <p>{P('date')}</p>
        </div>
      ))}
    </section>
  );
}

function Part({ part }: { readonly part: IssuedPart }) {
  if (part.kind === 'facts') return <Facts {...part} />;
  if (part.kind === 'rows') return <Rows {...part} />;
  if (part.kind === 'signatures') return <Signatures {...part} />;
  if (part.value === '') return null;
  return (
    <section className={css['part']}>
      <h2>{part.label}</h2>
      <div className={css['text']}>{part.value}</div>
    </section>
  );
}

/** Version, hash, issuer and signer below an issued paper. */
function Seal({ version, content }: { readonly version: IssuedVersion; readonly content: IssuedContent }) {
  const { version: n, sha256, issuerName, issuedAt, signerName, signedAt } = version;
  return (
    <footer className={css['foot']}>
      <div>{P('issuedLine', { n, hash: shortHash(sha256), who: issuerName, at: formatMinute(issuedAt) })}</div>
      {content.former !== null && (
        <div>{P('formerLine', { n: n - 1, hash: shortHash(content.former), reason: content.reason ?? '' })}</div>
      )}
      <div>
        {signerName === null ? P('unsignedLine') : P('signedLine', { who: signerName, at: formatMinute(signedAt) })}
      </div>
    </footer>
  );
}

/** An issued paper as it was frozen, whatever has become of the row. */
export function IssuedPaper({
  version,
  content,
}: {
  readonly version: IssuedVersion;
  readonly content: IssuedContent;
}) {
  const { paper, tenant, title, number, parts } = content;
  return (
    <article className={css['paper']} data-paper={paper} translate="no">
      <header className={css['head']}>
        <p>{tenant}</p>
        <h1>{title}</h1>
        {number && (
          <p>
            {number.label} {number.value}
          </p>
        )}
      </header>
      {parts.map((part, at) => (
        <Part key={at} part={part} />
      ))}
      <Seal version={version} content={content} />
    </article>
  );
}
