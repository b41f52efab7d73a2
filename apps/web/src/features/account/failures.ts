import { ApiError } from '../../lib/api/api-error.ts';
import { failureSentence } from '../../lib/failure-words.ts';

/** Reason phrases of HTTP (RFC 9110, section 15); HTTP/2 and later do not send them. */
const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** HTTP status with its phrase and the server's message, if any; without a response the message alone. */
export function statusOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return failureSentence(error);
  return `${error.status} ${phrases[error.status] ?? ''}`.trim();
}

/** What the server says about one field. */
export interface FieldRefusal<Name extends string> {
  name: Name;
  errors: string[];
}

export function fieldProblems<const Name extends string>(error: unknown, names: readonly Name[]): FieldRefusal<Name>[] {
  if (!(error instanceof ApiError)) return [];
  return names.flatMap((name) => {
    const errors = error.validationErrors.filter(({ members }) => members.includes(name)).map(({ message }) => message);
    return errors.length > 0 ? [{ name, errors }] : [];
  });
}
