import { NumberCell, NumberFilter, NumberInput } from './number-parts.tsx';

import type { Face, InputProps } from './face.ts';

const IntegerInput = (props: InputProps) => <NumberInput {...props} precision={0} />;

export const integerFace: Face = {
  Cell: NumberCell,
  Input: IntegerInput,
  Filter: NumberFilter,
  align: 'right',
  width: 96,
};
