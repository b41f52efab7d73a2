import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { shownText } from '@kangmai/resource';
import { use, type ComponentType } from 'react';

import { formerFigure, type ReadingCorrection } from '../resource-client/corrections.ts';
import { L } from '../lib/i18n/texts.ts';
import { faceOf } from '../resource-screens/field-kinds/faces.ts';
import { ListContext, useRowContext } from '../resource-screens/list-context.ts';
import { useScreen } from '../resource-screens/screen-context.ts';
import { CorrectionNote } from './correction-note.tsx';
import { CorrectAction, VoidAction } from './reading-actions.tsx';
import { ReadingMark, TwinMark } from './reading-mark.tsx';
import css from './readings.module.css';
import { useCorrections } from './use-corrections.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../resource-client/row.ts';
import type { CellProps } from '../resource-screens/field-kinds/face.ts';

const kindOf = (resource: AnyResource): ReadingKind | undefined =>
  (Object.keys(readingOfKind) as ReadingKind[]).find((kind) => readingOfKind[kind].name === resource.name);

const isReplacement = ({ values }: ScreenRow): boolean =>
  values['supersedes'] !== null && values['supersedes'] !== undefined;

/** The correction of a listed row; one request per page of rows. */
function useCorrectionOf(kind: ReadingKind, row: ScreenRow): ReadingCorrection | undefined {
  const rows = (use(ListContext)?.rows ?? []).filter(isReplacement);
  const times = rows.flatMap(({ values: { measuredAt } }) =>
    measuredAt instanceof Date ? [measuredAt.getTime()] : [],
  );
  const ask =
    times.length === 0
      ? null
      : {
          ids: rows.map(({ id }) => id).toSorted((one, other) => one - other),
          from: new Date(Math.min(...times)),
          to: new Date(Math.max(...times)),
        };
  const found = useCorrections(kind, ask);
  return isReplacement(row) ? found.find(({ id }) => id === row.id) : undefined;
}

function FigureCell(props: CellProps) {
  const { resource, row, name, field, value } = props;
  const { Cell } = faceOf(field);
  const correction = useCorrectionOf(kindOf(resource) ?? 'bp', row);
  const former = correction && !correction.isVoid ? formerFigure(correction, name, field) : undefined;
  if (former === undefined || former === null || former === value) return <Cell {...props} />;
  return (
    <>
      <del className={css['former']}>
        <Cell {...props} value={former} />
      </del>{' '}
      <Cell {...props} />
    </>
  );
}

/** Quality and correction state of a reading; in full view with user and reason. */
function QualityCell(props: CellProps) {
  const { resource, row, value, field, isFull } = props;
  const kind = kindOf(resource) ?? 'bp';
  const { Cell } = faceOf(field);
  const correction = useCorrectionOf(kind, row);
  const isVoid = value === 'void';
  return (
    <span className={css['quality']}>
      {isVoid || (correction && !isFull) ? <ReadingMark isVoid={isVoid} /> : <Cell {...props} />}
      {row.values['isTwin'] === true && <TwinMark isFull={isFull === true} />}
      {isFull && correction && (
        <>
          {!isVoid && <ReadingMark isVoid={false} />} <CorrectionNote kind={kind} correction={correction} />
        </>
      )}
    </span>
  );
}

/** Full name of the user who entered a reading. */
const OperatorCell = ({ row }: CellProps) => shownText(row.joined['operator.fullName']) || L('word.empty');

const figureKinds = new Set(['integer', 'decimal']);

/** Cells that show corrections: former values, 已更正 and 已作废, and who entered the reading. */
export function readingCells(resource: AnyResource): Readonly<Record<string, ComponentType<CellProps>>> {
  const figures = Object.entries(resource.fields).filter(
    ([, field]) => figureKinds.has(field.kind) && !field.options.readonly,
  );
  return {
    ...Object.fromEntries(figures.map(([name]) => [name, FigureCell])),
    quality: QualityCell,
    operator: OperatorCell,
  };
}

function OfRow({ Action }: { readonly Action: typeof CorrectAction }) {
  const { resource, open } = useScreen();
  const row = useRowContext(resource);
  const kind = kindOf(resource);
  return kind && <Action kind={kind} resource={resource} row={row} onDone={() => open(null)} />;
}

export const readingRowActions: readonly ComponentType[] = [
  () => <OfRow Action={CorrectAction} />,
  () => <OfRow Action={VoidAction} />,
];
