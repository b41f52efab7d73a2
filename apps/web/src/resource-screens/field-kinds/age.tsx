import { L } from '../../lib/i18n/texts.ts';
import { NumberCell, NumberRangeFilter } from './number-parts.tsx';

import type { Face } from './face.ts';

const AgeInput = () => L('word.empty');

export const ageFace: Face = {
  Cell: NumberCell,
  Input: AgeInput,
  Filter: NumberRangeFilter,
  align: 'right',
  width: 80,
};
