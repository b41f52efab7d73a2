import { layoutNames, type AnyResource, type LayoutName } from '@kangmai/resource';

/** How a list shows its rows. */
export type LayoutWord = 'table' | LayoutName;

/** The layouts of a list, the table first; only the table where it has no others. */
export const layoutsOf = ({ list: { layouts } }: AnyResource): readonly LayoutWord[] => [
  'table',
  ...layoutNames.filter((name) => layouts[name] !== undefined),
];
