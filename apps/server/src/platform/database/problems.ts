import { AppError, conflict, notAllowed, unavailable } from '../errors.ts';

/** `again`: the same work may succeed when repeated. `gone`: the connection is unusable. */
export type Problem = 'again' | 'stale plan' | 'gone' | 'other';

interface ServerError {
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
}

const repeatable = new Set(['40001', '40P01']);
const goneCodes = /^(08...|25P0[34]|57P0[1-5]|53...|ECONN.*|EPIPE|ENOENT|ETIMEDOUT)$/;
const goneTexts =
  /Connection terminated|connection error and is not queryable|Client was closed|timeout exceeded when trying to connect/;

/** Classifies an error of the driver or the server by what to do next. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof Error) || error instanceof AppError) return 'other';
  const { code = '' } = error as ServerError;
  if (repeatable.has(code)) return 'again';
  if (code === '0A000' && error.message.includes('cached plan')) return 'stale plan';
  return goneCodes.test(code) || goneTexts.test(error.message) ? 'gone' : 'other';
}

/** True for a statement that was refused only because an earlier one of its transaction had failed. */
export const isAfterFailure = (error: Error): boolean => (error as ServerError).code === '25P02';

/** The policy that keeps a tenant closed while a restore replaces its rows. */
export const closedPolicy = 'closed_tenant';

type Answer = (constraint: string) => AppError;
const outOfRange: Answer = () => notAllowed('value.out-of-range');
const badFormat: Answer = () => notAllowed('value.bad-format');

/** What a refusal of the server means to the caller, by SQLSTATE. */
const answers: Readonly<Record<string, Answer>> = {
  ['23505']: (constraint) => conflict('row.duplicate', { constraint }),
  ['23503']: (constraint) => conflict('row.in-use', { constraint }),
  ['23514']: (constraint) => notAllowed('row.against-rule', { constraint }),
  ['23P01']: (constraint) => conflict('row.overlap', { constraint }),
  ['22001']: () => notAllowed('value.too-long'),
  ['22003']: outOfRange,
  ['22008']: outOfRange,
  ['22007']: badFormat,
  ['22021']: badFormat,
  ['22P02']: badFormat,
  ['22P05']: badFormat,
  ['55P03']: () => unavailable('database.contended'),
  ['57014']: () => unavailable('database.too-slow'),
  ENOSPC: () => unavailable('storage.full', { retryAfterSeconds: 60 }),
  EDQUOT: () => unavailable('storage.full', { retryAfterSeconds: 60 }),
};

/**
 * The answer for a database error that a caller caused or may act on, else undefined (an internal fault). Names the
 * constraint, never a value: the value may belong to another user.
 */
export function appErrorOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const { code = '', constraint = '' } = error as ServerError;
  if (code === '42501' && (error as Error).message.includes(`"${closedPolicy}"`))
    return unavailable('tenant.restoring', { retryAfterSeconds: 30 });
  return Object.hasOwn(answers, code) ? answers[code]?.(constraint) : undefined;
}
