import { importKinds } from '@kangmai/model/clients';

import { choiceLabel } from '../../lib/labels.ts';

export type Kind = keyof typeof importKinds;

const names = Object.keys(importKinds) as readonly Kind[];

/** The kinds that can be imported. */
export const openKinds: readonly Kind[] = names.filter((kind) => importKinds[kind].of.length > 0);

/** The resources of a kind by name. */
export const resourcesOf = (kind: Kind): readonly string[] => importKinds[kind].of;

export const kindLabel = (kind: string): string => {
  const known = names.find((name) => name === kind);
  return known === undefined ? kind : choiceLabel(importKinds[known]);
};

export const kindOptions = (): readonly { readonly value: Kind; readonly label: string }[] =>
  openKinds.map((value) => ({ value, label: kindLabel(value) }));
