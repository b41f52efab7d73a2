export type ErrorKind =
  | 'invalid'
  | 'notFound'
  | 'forbidden'
  | 'conflict'
  | 'notAllowed'
  | 'unauthenticated'
  | 'tooLarge'
  | 'unsupported'
  | 'rateLimited'
  | 'unavailable';

export type ReasonParams = Record<string, string | number>;

/** One refused field. `field` is the domain name; the edge turns it into the JSON name. */
export interface FieldProblem {
  readonly field: string;
  /** What people call the field, where it belongs to another resource than the call's. */
  readonly label?: string;
  readonly reason: string;
  readonly params?: Readonly<ReasonParams>;
}

/** What a refusal says of one field, or of the whole where no field is named. */
export interface Refusal {
  readonly field: string | undefined;
  readonly reason: string;
  readonly params: Readonly<ReasonParams>;
}

interface AppErrorParts {
  params?: ReasonParams;
  fields?: readonly FieldProblem[];
  code?: number;
  retryAfterSeconds?: number;
  cause?: unknown;
  /** The key of the sentence, where it is not the reason's own. */
  text?: string | undefined;
}

/** The only error shown to callers. `reason` is a stable dotted word with a text in each language. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly reason: string;
  readonly params: ReasonParams;
  readonly fields?: readonly FieldProblem[];
  readonly code?: number;
  readonly retryAfterSeconds?: number;
  readonly text: string;

  constructor(kind: ErrorKind, reason: string, parts: AppErrorParts = {}) {
    super(`${kind}: ${reason}`, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.reason = reason;
    this.params = parts.params ?? {};
    this.text = parts.text ?? reason;
    if (parts.fields) this.fields = parts.fields;
    if (parts.code !== undefined) this.code = parts.code;
    if (parts.retryAfterSeconds !== undefined) this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

const withParams = (params?: ReasonParams): { params?: ReasonParams } => (params ? { params } : {});

/** Input of one field refused. */
export function invalid(field: string, reason: string, params?: ReasonParams): AppError {
  return invalidFields([{ field, reason, ...withParams(params) }]);
}

/** Input of several fields refused at once. */
export function invalidFields(fields: readonly FieldProblem[]): AppError {
  return new AppError('invalid', 'validation.failed', { fields });
}

/** Refuses an input in which a check found problems. */
export function requireSound(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw invalidFields(problems);
}

/** What a refusal says, by field; of the whole where it names no field. */
export function refusalsOf({ fields = [], reason, params }: AppError): readonly [Refusal, ...Refusal[]] {
  const [first, ...others] = fields.map(({ field, reason, params: own = {} }): Refusal => ({
    field,
    reason,
    params: own,
  }));
  return first ? [first, ...others] : [{ field: undefined, reason, params }];
}

/** No such row, or one out of sight: the same answer. `what` is the text key of its type, not its id. */
export function notFound(what = 'row'): AppError {
  return new AppError('notFound', 'row.not-found', { params: { what } });
}

/** Signed in, but the permission (one or any of several, comma separated) is missing. */
export function forbidden(permission?: string): AppError {
  if (permission === undefined) return new AppError('forbidden', 'permission.denied');
  return new AppError('forbidden', 'permission.missing', { params: { permission } });
}

/** Stale row version or a second row with the same key. */
export function conflict(reason: string, params?: ReasonParams): AppError {
  return new AppError('conflict', reason, { ...withParams(params), code: 409 });
}

/** A rule of the present state refuses; `text` is the key of a sentence of its own. */
export function notAllowed(reason: string, params?: ReasonParams, text?: string): AppError {
  return new AppError('notAllowed', reason, { ...withParams(params), text });
}

export function unauthenticated(reason = 'session.missing'): AppError {
  return new AppError('unauthenticated', reason);
}

export function tooLarge(reason = 'upload.too-large', params?: ReasonParams): AppError {
  return new AppError('tooLarge', reason, withParams(params));
}

export function unsupported(reason = 'body.unsupported', params?: ReasonParams): AppError {
  return new AppError('unsupported', reason, withParams(params));
}

export function rateLimited(retryAfterSeconds: number, reason = 'rate.limited'): AppError {
  return new AppError('rateLimited', reason, { retryAfterSeconds, params: { seconds: retryAfterSeconds } });
}

/** Our own overload or an unavailable dependency; the caller may retry. */
export function unavailable(
  reason = 'server.busy',
  parts: { retryAfterSeconds?: number; cause?: unknown } = {},
): AppError {
  return new AppError('unavailable', reason, { retryAfterSeconds: 1, ...parts });
}
