import type { Trait } from './trait.ts';
import { anyOf } from './any-of/any-of.ts';
import { calendar } from './calendar/calendar.ts';
import { card } from './card/card.ts';
import { doors } from './doors/doors.ts';
import { history } from './history/history.ts';
import { conditions } from './conditions/conditions.ts';
import { counts } from './counts/counts.ts';
import { files } from './files/files.ts';
import { kept } from './kept/kept.ts';
import { lineImports } from './line-imports/line-imports.ts';
import { lineSheets } from './line-sheets/line-sheets.ts';
import { lines } from './lines/lines.ts';
import { moves } from './moves/moves.ts';
import { occupancy } from './occupancy/occupancy.ts';
import { only } from './only/only.ts';
import { periods } from './periods/periods.ts';
import { serial } from './serial/serial.ts';
import { sums } from './sums/sums.ts';
import { tabs } from './tabs/tabs.ts';
import { textForms } from './text-forms/text-forms.ts';
import { tree } from './tree/tree.ts';

/** The abilities that definitions may ask for. */
export const traits: readonly Trait[] = [
  anyOf,
  calendar,
  card,
  conditions,
  counts,
  doors,
  files,
  history,
  kept,
  lineImports,
  lineSheets,
  lines,
  moves,
  occupancy,
  only,
  periods,
  serial,
  sums,
  tabs,
  textForms,
  tree,
];

export { lineImportTexts } from './line-imports/texts.ts';
export { changedSince } from './told/changed-since.ts';
