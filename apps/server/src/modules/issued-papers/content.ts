import { daysOfPaper } from '@kangmai/domain';
import type { IssuedPart } from '@kangmai/model/documents';
import {
  referenceTo,
  templateParts,
  type AnyResource,
  type Document,
  type DocumentPart,
  type RowsPart,
} from '@kangmai/resource';
import { type CallCtx, everySight, type PlainRow, shownRows, table, tenantZone } from '../../engine/public.ts';

const tenants = table('tenant', { id: 'bigint', name: 'text' });

/** What a paper is made of: a row, or by its id the rows of a period. */
export type PaperRow = Pick<PlainRow, 'id'> | PlainRow;

interface RowOf {
  readonly paper: Document;
  readonly resource: AnyResource;
  readonly row: PaperRow;
}

interface Subject extends RowOf {
  readonly zone: string;
  readonly tenant: string;
}

interface Named {
  readonly label: string;
  readonly value: string;
}

async function namedOf(ctx: CallCtx, { resource, row, zone }: Subject, names: readonly string[]): Promise<Named[]> {
  const { titles, rows } = await shownRows(ctx, resource, { names, rows: [row as PlainRow], zone });
  return titles.map((label, at) => ({ label, value: rows[0]?.[at] ?? '' }));
}

function whereOf(related: AnyResource, { paper: { period, issued }, resource, row }: RowOf): object {
  if (!period) return { [referenceTo(related, resource.name) ?? '']: row.id };
  const days = daysOfPaper(period.of, row.id);
  return { [period.by]: days, ...(issued?.in && related.moves && { [related.moves.on]: { in: issued.in } }) };
}

async function relatedRows(ctx: CallCtx, part: RowsPart, of: RowOf) {
  const related = ctx.model.byName(part.of);
  const find = {
    where: whereOf(related, of),
    take: part.most,
    ...(part.sort !== undefined && { sort: part.sort }),
  };
  const seen = await ctx.rows(related).find(find);
  const rows = await everySight(ctx).rows(related).find(find);
  return { rows, hidden: rows.length - seen.length };
}

export async function hiddenRows(ctx: CallCtx, subject: RowOf): Promise<number> {
  let count = 0;
  for (const part of subject.paper.parts)
    if (part.kind === 'rows') count += (await relatedRows(ctx, part, subject)).hidden;
  return count;
}

type Parties = Extract<DocumentPart, { kind: 'signatures' }>['parties'];

async function partiesOf(ctx: CallCtx, subject: Subject, parties: Parties): Promise<IssuedPart> {
  const named = async (by: string): Promise<string> =>
    by === 'tenant' ? subject.tenant : ((await namedOf(ctx, subject, [by]))[0]?.value ?? '');
  const filled: Named[] = [];
  for (const { label, by } of parties) filled.push({ label, value: by === undefined ? '' : await named(by) });
  return { kind: 'signatures', parties: filled };
}

const onOneLine = (value: string): string => value.replaceAll(/\s+/gu, ' ');

async function termsOf(ctx: CallCtx, subject: Subject, text: string): Promise<string> {
  const words: string[] = [];
  for (const part of templateParts(text)) {
    if ('text' in part) words.push(part.text);
    else if (part.name === 'tenantName') words.push(onOneLine(subject.tenant));
    else words.push(onOneLine((await namedOf(ctx, subject, [part.name]))[0]?.value ?? ''));
  }
  return words.join('');
}

async function partOf(ctx: CallCtx, subject: Subject, part: DocumentPart): Promise<IssuedPart> {
  const wide = everySight(ctx);
  if (part.kind === 'facts') {
    const facts = await namedOf(wide, subject, part.fields);
    return { kind: 'facts', title: part.title?.label ?? null, facts: facts.filter(({ value }) => value !== '') };
  }
  if (part.kind === 'text')
    return { kind: 'text', label: '', value: '', ...(await namedOf(wide, subject, [part.field]))[0] };
  if (part.kind === 'terms') return { kind: 'text', label: part.label, value: await termsOf(wide, subject, part.text) };
  if (part.kind === 'signatures') return partiesOf(wide, subject, part.parties);
  if (part.kind !== 'rows') throw new Error(`a paper with a part ${part.kind} cannot be issued`);
  const related = ctx.model.byName(part.of);
  const { rows } = await relatedRows(ctx, part, subject);
  const shown = await shownRows(wide, related, { names: part.columns, rows, zone: subject.zone });
  return { kind: 'rows', title: related.title, columns: shown.titles, rows: shown.rows };
}

function periodOf({ period }: Document, id: number): Named | null {
  const days = period && daysOfPaper(period.of, id);
  return days
    ? { label: '', value: period.of === 'month' ? days.from.slice(0, 7) : `${days.from} – ${days.to}` }
    : null;
}

export async function contentNow(ctx: CallCtx, paper: Document, row: PaperRow) {
  const resource = ctx.model.byName(paper.of);
  const tenant = await ctx.first(ctx.from(tenants, 't').select('t.name').where('t.id', '=', ctx.tenantId));
  const subject = { paper, resource, row, zone: await tenantZone(ctx), tenant: tenant?.name ?? '' };
  const parts: IssuedPart[] = [];
  for (const part of paper.parts) parts.push(await partOf(ctx, subject, part));
  const number = paper.number === undefined ? [] : await namedOf(everySight(ctx), subject, [paper.number]);
  return {
    document: paper.key,
    title: paper.label,
    paper: paper.paper,
    tenant: subject.tenant,
    resource: resource.name,
    row: row.id,
    number: number[0] ?? periodOf(paper, row.id),
    parts,
    templateVersion: String(paper.issued?.template ?? 0),
  };
}
