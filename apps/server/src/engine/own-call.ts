import type { z } from 'zod';
import { call, type Call, type CallSpec } from './crud/call.ts';

/** A call on what the caller alone owns, such as tasks and views; also while the subscription has expired. */
export const ownCall = <S extends z.ZodType, O extends z.ZodType>(spec: Omit<CallSpec<S, O>, 'permission'>): Call =>
  call({ inWaitingDays: true, permission: 'signed-in', ...spec });
