import { kindOf, type AnyField, type CheckContext, type Problem } from '@kangmai/resource';
import { isMasked } from '@kangmai/resource/wire';
import dayjs from 'dayjs';

import { currentZone } from '../lib/dates.ts';

/** Input without a zone is in the user's zone. */
export const checkContext: CheckContext = {
  toInstant: (localText) => {
    const read = dayjs.tz(localText, currentZone());
    return read.isValid() ? read.toDate() : undefined;
  },
};

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Whether a masked value was left unchanged. */
export const isUnchangedSecret = (field: AnyField, value: unknown): boolean =>
  field.options.sensitive !== undefined && isMasked(value);

/** Problem of a form value, or null. An unchanged masked value of an existing row is valid. */
export function problemOf(field: AnyField, value: unknown, mode: 'create' | 'update'): Problem | null {
  if (isBlank(value))
    return field.options.required && field.options.default === undefined ? { reason: 'field.required' } : null;
  if (mode === 'update' && isUnchangedSecret(field, value)) return null;
  const checked = kindOf(field).check(value, field, checkContext);
  return checked.ok ? null : checked;
}
