import { untimedKinds } from '@kangmai/model/education';

import { formatNumber } from '../../lib/units.ts';
import { T } from './education-texts.ts';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

export function PlacesCell({ value, row }: CellProps) {
  if ((untimedKinds as readonly unknown[]).includes(row.values['kind'])) return T('noEnrolment');
  return typeof value === 'number' && value > 0 ? formatNumber(value) : T('noLimit');
}
