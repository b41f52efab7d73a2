import { Button } from 'antd';
import { useId, useState, type ReactNode } from 'react';

import { L } from '../../../lib/i18n/texts.ts';
import { T } from '../../screen-texts.ts';
import { manyFields, orderedSections, type OrderedSection } from './section-order.ts';
import css from './sections.module.css';

import type { AnyResource } from '@kangmai/resource';
import type { FieldEntry } from '../../../lib/field-sections.ts';
import type { ScreenRow } from '../../../resource-client/row.ts';

interface SectionsProps {
  readonly resource: AnyResource;
  readonly fields: readonly FieldEntry[];
  readonly row: ScreenRow | undefined;
  readonly isFolded?: boolean | undefined;
  readonly renderField: (entry: FieldEntry) => ReactNode;
}

type RenderField = Pick<SectionsProps, 'renderField'>;

type Lines = OrderedSection['usual'];

const Grid = ({ lines, renderField }: RenderField & { readonly lines: Lines }) => (
  <div className={css['box']}>
    <div className={css['grid']}>
      {lines.map((line) =>
        line.length === 1 ? (
          line.map(renderField)
        ) : (
          <div key={line[0]?.[0]} className={css['pair']}>
            {line.map(renderField)}
          </div>
        ),
      )}
    </div>
  </div>
);

function Rare({ lines, renderField }: RenderField & { readonly lines: Lines }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {/* Hidden fields stay in the form; a wrong one shows itself. */}
      <div className={css['rare']} hidden={!isOpen}>
        <Grid lines={lines} renderField={renderField} />
      </div>
      {!isOpen && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          {T('rareFields', { n: lines.flat().length })}
        </Button>
      )}
    </>
  );
}

function Section({ title, usual, rare, id, renderField }: OrderedSection & RenderField & { readonly id: string }) {
  return (
    <fieldset id={id} className={css['section']}>
      {title !== null && <legend>{title}</legend>}
      <Grid lines={usual} renderField={renderField} />
      {rare.length > 0 && <Rare lines={rare} renderField={renderField} />}
    </fieldset>
  );
}

/** The fields of a form in their sections; a large form has anchors that lead to them. */
export function FormSections({ resource, fields, row, isFolded, renderField }: SectionsProps) {
  const id = useId();
  const sections = orderedSections(resource, fields, { row, isFolded });
  const idOf = (at: number): string => `${id}-${at}`;
  return (
    <>
      {fields.length > manyFields && sections.length > 1 && (
        <nav aria-label={T('sections')} className={css['anchors']}>
          {sections.map(({ title }, at) => (
            <Button
              key={title ?? ''}
              type="text"
              size="small"
              onClick={() => document.getElementById(idOf(at))?.scrollIntoView({ block: 'start' })}
            >
              {title ?? L('word.general')}
            </Button>
          ))}
        </nav>
      )}
      {sections.map((section, at) => (
        <Section key={section.title ?? ''} {...section} id={idOf(at)} renderField={renderField} />
      ))}
    </>
  );
}
