import { rowsOf, type AnyField } from '@kangmai/resource';

import { L } from '../../lib/i18n/texts.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { CutText } from '../../ui/cut-text.tsx';
import { ValuePlace } from '../../ui/value-place.tsx';
import { MachineValue } from './machine-value.tsx';
import { TextFilter } from './text.tsx';

import type { CellProps, Face, InputProps } from './face.ts';

const RowsInput = lazyPart(async () => (await import('../traits/rows/rows-input.tsx')).RowsInput);
const RowsCell = lazyPart(async () => (await import('../traits/rows/rows-cell.tsx')).RowsCell);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Lists of rows, which know the faces of their fields; values of machines are shown and never typed. */
export function jsonFace(faceOf: (field: AnyField) => Face): Face {
  function JsonCell(props: CellProps) {
    const { value, field, isFull } = props;
    if (isEmpty(value)) return L('word.empty');
    if (rowsOf(field))
      return (
        <ValuePlace>
          <RowsCell {...props} faceOf={faceOf} />
        </ValuePlace>
      );
    return isFull ? <MachineValue value={value} /> : <CutText text={JSON.stringify(value)} />;
  }

  function JsonInput(props: InputProps) {
    if (!rowsOf(props.field)) return isEmpty(props.value) ? L('word.empty') : <MachineValue value={props.value} />;
    return (
      <ValuePlace>
        <RowsInput {...props} faceOf={faceOf} />
      </ValuePlace>
    );
  }

  const width = (field: AnyField): number => (rowsOf(field) ? 88 : 240);
  return { Cell: JsonCell, Input: JsonInput, Filter: TextFilter, width, isWide: () => true };
}
