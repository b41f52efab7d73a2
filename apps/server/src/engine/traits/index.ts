import type { Trait } from './trait.ts';
import { moves } from './moves/moves.ts';
import { serial } from './serial/serial.ts';
import { tabs } from './tabs/tabs.ts';
import { textForms } from './text-forms/text-forms.ts';
import { tree } from './tree/tree.ts';

/** The abilities that definitions may ask for. */
export const traits: readonly Trait[] = [moves, serial, tabs, textForms, tree];
