import { kill } from './f01-kill.ts';
import { lostAnswer } from './f02-lost-answer.ts';
import { duplicates } from './f16-duplicates.ts';
import { order } from './f17-order.ts';
import { rebinding } from './f18-rebinding.ts';
import { oversized } from './f20-oversized.ts';
import { malformed } from './f21-malformed.ts';
import { nthStatement } from './f30-nth-statement.ts';
import type { FaultRun } from './fault.ts';

/** Every fault that can be injected, in order. */
export const faults: readonly FaultRun[] = [kill, lostAnswer, duplicates, order, rebinding, oversized, malformed, nthStatement];
