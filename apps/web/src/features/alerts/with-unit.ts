import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';

import { withUnit } from '../../lib/units.ts';

import type { AnyResource } from '@kangmai/resource';

const bareNumbers = /^[\d.\s/<>≤≥–-]+$/;

/** `171` of a heart rate as `171 次/分`; texts and numbers without a unit stay unchanged. */
export function figureWithUnit(
  text: string | null,
  kind: ReadingKind | null | undefined,
  figure: string | undefined,
): string | null {
  if (!text || !kind || figure === undefined || !bareNumbers.test(text)) return text;
  const resource: AnyResource = readingOfKind[kind];
  const unit = resource.fields[figure]?.options.unit;
  return unit === undefined ? text : withUnit(text, unit);
}
