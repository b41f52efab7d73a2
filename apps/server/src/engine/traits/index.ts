import type { Trait } from './trait.ts';
import { moves } from './moves/moves.ts';
import { tabs } from './tabs/tabs.ts';

/** The abilities that definitions may ask for. */
export const traits: readonly Trait[] = [moves, tabs];
