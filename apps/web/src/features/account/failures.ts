import { ApiError } from '../../lib/api/api-error.ts';
import { L } from '../../lib/i18n/texts.ts';

/** Reason phrases of HTTP (RFC 9110, section 15); newer versions of the protocol no longer send them. */
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

/** What the server said, in its words; without an answer what is known. */
export const saidBy = (error: unknown): string =>
  error instanceof ApiError ? [error.message, error.details].filter(Boolean).join('：') : L('error.server');

/** The HTTP status of a failure with its phrase, and the server's sentence where it has one; without an answer the sentence alone. */
export function statusOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return saidBy(error);
  return `${error.status} ${phrases[error.status] ?? ''}`.trim();
}

/** What the server says of one field of a form. */
export interface FieldRefusal<Name extends string> {
  name: Name;
  errors: string[];
}

/** Refused fields of a form by their names, as the form shows them. */
export function fieldProblems<const Name extends string>(error: unknown, names: readonly Name[]): FieldRefusal<Name>[] {
  if (!(error instanceof ApiError)) return [];
  return names.flatMap((name) => {
    const errors = error.validationErrors.filter(({ members }) => members.includes(name)).map(({ message }) => message);
    return errors.length > 0 ? [{ name, errors }] : [];
  });
}
