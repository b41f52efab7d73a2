import { optionsOf, type DecimalOptions } from '@kangmai/resource';

import { NumberCell, NumberFilter, NumberInput } from './number-parts.tsx';

import type { Face, InputProps } from './face.ts';

const DecimalInput = (props: InputProps) => (
  <NumberInput {...props} precision={optionsOf<DecimalOptions>(props.field).digits[1]} />
);

export const decimalFace: Face = {
  Cell: NumberCell,
  Input: DecimalInput,
  Filter: NumberFilter,
  align: 'right',
  width: 104,
};
