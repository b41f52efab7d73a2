import { shownFields, type AnyResource } from '@kangmai/resource';

import { DescriptionList } from '../ui/description-list.tsx';
import { FieldCell } from './field-cell.tsx';
import { faceOf } from './field-kinds/faces.ts';
import { sectionsOf } from '../lib/field-sections.ts';
import { fieldLabel } from '../lib/labels.ts';
import css from './screens.module.css';
import { RowSteps } from './traits/moves/row-steps.tsx';
import { useRefNames } from './use-lookup.ts';

import type { ScreenRow } from '../resource-client/row.ts';

export function RowDescription({
  resource,
  row,
  omit = [],
}: {
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly omit?: readonly string[];
}) {
  const shown = Object.entries(shownFields(resource)).filter(
    ([name, field]) => !omit.includes(name) && field.kind !== 'secret',
  );
  const names = useRefNames(
    resource,
    shown.map(([name]) => name),
    [row],
  );
  const sections = sectionsOf(shown).map(({ title, fields }) => (
    <section key={title ?? ''} className={css['section']} {...(title !== null && { 'aria-label': title })}>
      {title !== null && <h2>{title}</h2>}
      <DescriptionList
        items={fields.map(([name, field]) => ({
          label: fieldLabel(name, field),
          value: <FieldCell resource={resource} name={name} row={row} names={names} isFull />,
          ...(faceOf(field).isWide?.(field) && { wide: true }),
        }))}
      />
    </section>
  ));
  return (
    <>
      {resource.moves && <RowSteps resource={resource} values={row.values} />}
      {sections}
    </>
  );
}
