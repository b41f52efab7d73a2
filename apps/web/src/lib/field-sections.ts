import { fieldGroup } from './labels.ts';

import type { AnyField } from '@kangmai/resource';

export type FieldEntry = readonly [name: string, field: AnyField];

export interface FormSection {
  readonly title: string | null;
  readonly fields: readonly FieldEntry[];
}

/** Fields by group, in order of first appearance; a form without groups has one unnamed section. */
export function sectionsOf(fields: readonly FieldEntry[]): readonly FormSection[] {
  const groups = new Map<string | null, FieldEntry[]>();
  for (const entry of fields) {
    const title = fieldGroup(entry[1]) ?? null;
    groups.set(title, [...(groups.get(title) ?? []), entry]);
  }
  return [...groups].map(([title, members]) => ({ title, fields: members }));
}
