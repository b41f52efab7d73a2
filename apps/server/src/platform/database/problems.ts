import { AppError, conflict, unavailable } from '../errors.ts';

/** `again`: the same work may succeed when repeated. `gone`: the connection is of no further use. */
export type Problem = 'again' | 'stale plan' | 'gone' | 'other';

interface ServerError {
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
}

const repeatable = new Set(['40001', '40P01']);
const goneCodes = /^(08...|57P0[1-5]|53...|ECONN.*|EPIPE|ENOENT|ETIMEDOUT)$/;
const goneTexts = /Connection terminated|connection error and is not queryable|Client was closed|timeout exceeded when trying to connect/;

/** Sorts an error of the driver or the server by what to do next. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof Error) || error instanceof AppError) return 'other';
  const { code = '' } = error as ServerError;
  if (repeatable.has(code)) return 'again';
  if (code === '0A000' && error.message.includes('cached plan')) return 'stale plan';
  return goneCodes.test(code) || goneTexts.test(error.message) ? 'gone' : 'other';
}

/**
 * The answer for an error of the database that a caller has caused or may act on, else undefined (a fault of
 * ours). Names the constraint, never a value: the value may be somebody else's.
 */
export function appErrorOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const { code, constraint = '' } = error as ServerError;
  switch (code) {
    case '23505':
      return conflict('row.duplicate', { constraint });
    case '23503':
      return conflict('row.in-use', { constraint });
    case '23P01':
      return conflict('row.overlap', { constraint });
    case '55P03':
      return unavailable('database.contended');
    case '57014':
      return unavailable('database.too-slow');
    default:
      return undefined;
  }
}
