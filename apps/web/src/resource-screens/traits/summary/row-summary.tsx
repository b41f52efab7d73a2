import { isTechnical, shownFields, type AnyField, type AnyResource } from '@kangmai/resource';
import { Button } from 'antd';
import { useState } from 'react';

import { formatSecond } from '../../../lib/dates.ts';
import { sectionsOf, type FieldEntry } from '../../../lib/field-sections.ts';
import { fieldLabel } from '../../../lib/labels.ts';
import { DescriptionList, type Description } from '../../../ui/description-list.tsx';
import { Card } from '../../../ui/page.tsx';
import { FieldCell } from '../../field-cell.tsx';
import { faceOf } from '../../field-kinds/faces.ts';
import { T as S } from '../../screen-texts.ts';
import { useRefNames } from '../../use-lookup.ts';
import { T } from '../detail/detail-texts.ts';
import css from './summary.module.css';

import type { ScreenRow } from '../../../resource-client/row.ts';

interface SummaryProps {
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly omit?: readonly string[];
  /** Without a frame of its own, as in a drawer. */
  readonly isPlain?: boolean;
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const isFile = ({ kind }: AnyField): boolean => kind === 'file';

function useItems({ resource, row }: SummaryProps): (fields: readonly FieldEntry[]) => readonly Description[] {
  const names = useRefNames(resource, Object.keys(shownFields(resource)), [row]);
  return (fields) =>
    fields.map(([name, field]) => ({
      label: fieldLabel(name, field),
      value: <FieldCell resource={resource} name={name} row={row} names={names} isFull />,
      ...(faceOf(field).isWide?.(field) && { wide: true }),
    }));
}

/** Where a row comes from and what only technicians need, folded. */
function Technical({ items, row }: { readonly items: readonly Description[]; readonly row: ScreenRow }) {
  const stamps: readonly Description[] = [
    { label: S('id'), value: row.id },
    ...(row.createdAt ? [{ label: S('createdAt'), value: formatSecond(row.createdAt) }] : []),
    ...(row.rowVersion === null ? [] : [{ label: T('version'), value: row.rowVersion }]),
  ];
  return (
    <details className={css['technical']}>
      <summary>{T('technical')}</summary>
      <DescriptionList items={[...items, ...stamps]} />
    </details>
  );
}

/** All fields of a row in their groups; empty ones and technical ones are folded. */
export function RowSummary({ resource, row, omit = [], isPlain = false }: SummaryProps) {
  const [isWhole, setWhole] = useState(false);
  const Heading = isPlain ? 'h2' : 'h3';
  const itemsOf = useItems({ resource, row });
  const fields = Object.entries(shownFields(resource)).filter(
    ([name, { kind }]) => kind !== 'secret' && !omit.includes(name),
  );
  const isFilled = ([name]: FieldEntry): boolean => !isEmpty(row.values[name]);
  const technical = fields.filter(([, field]) => isTechnical(field));
  const files = fields.filter((entry) => isFile(entry[1]) && isFilled(entry));
  const own = fields.filter((entry) => !technical.includes(entry) && !files.includes(entry));
  const empty = own.filter((entry) => !isFilled(entry));
  const sections = sectionsOf(isWhole ? own : own.filter(isFilled));
  const toggle = empty.length > 0 && (
    <Button type="link" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {isWhole ? T('emptyOff') : T('empty', { n: empty.length })}
    </Button>
  );
  const content = (
    <>
      {sections.map(({ title, fields: members }) => (
        <section key={title ?? ''} className={css['section']} {...(title !== null && { 'aria-label': title })}>
          {title !== null && <Heading>{title}</Heading>}
          <DescriptionList items={itemsOf(members)} />
        </section>
      ))}
      {files.length > 0 && (
        <section className={css['section']}>
          <Heading>{T('files')}</Heading>
          <DescriptionList items={itemsOf(files)} />
        </section>
      )}
      <Technical items={itemsOf(technical.filter(isFilled))} row={row} />
    </>
  );
  if (!isPlain)
    return (
      <Card title={T('summary')} extra={toggle}>
        {content}
      </Card>
    );
  return (
    <>
      {content}
      {toggle}
    </>
  );
}
