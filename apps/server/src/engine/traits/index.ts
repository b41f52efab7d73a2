import type { Trait } from './trait.ts';
import { moves } from './moves/moves.ts';
import { serial } from './serial/serial.ts';
import { tabs } from './tabs/tabs.ts';

/** The abilities that definitions may ask for. */
export const traits: readonly Trait[] = [moves, serial, tabs];

/** What the abilities do to new rows right before they are written. */
export const beforeInsert = traits.flatMap((trait) => trait.beforeInsert ?? []);
