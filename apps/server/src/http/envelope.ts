import { wrapError, wrapResult, type WireProblem } from '@kangmai/resource/wire';
import type { AnyResource } from '@kangmai/resource';
import { permissionWords } from '../access/permission-words.ts';
import { memberName, problemText } from '../engine/labels.ts';
import type { AppError, ErrorKind } from '../platform/errors.ts';
import { findText, textOf, type Culture } from '../platform/texts/index.ts';

const statuses: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  notAllowed: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  rateLimited: 429,
  unavailable: 503,
};

export { wrapResult };

export interface ErrorAnswer {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly body: unknown;
}

/** The refused fields; several wrong entries of one list give one problem. */
function problems(error: AppError, culture: Culture, resource: AnyResource | undefined): readonly WireProblem[] | null {
  if (!error.fields) return null;
  const told = error.fields.map((problem) => ({
    message: problemText(culture, resource, problem),
    members: [memberName(resource, problem.field)],
  }));
  return [...new Map(told.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** The sentence of a refusal; a missing permission is named as the form of a role shows it. */
function sentence({ text, params, reason }: AppError, culture: Culture): string {
  if (reason !== 'permission.missing') return findText(culture, text, params) ?? textOf(culture, 'DefaultError');
  const permission = permissionWords(String(params?.['permission']).split(', '), culture);
  return permission === undefined ? textOf(culture, 'permission.denied') : textOf(culture, reason, { permission });
}

/** The envelope of a refusal: reason, sentence, and problems by field. */
export function errorAnswer(error: AppError, culture: Culture, resource?: AnyResource): ErrorAnswer {
  const validationErrors = problems(error, culture, resource);
  const details = validationErrors
    ? `${textOf(culture, 'validation.narrative')}\n${validationErrors.map(({ message }) => ` - ${message}\n`).join('')}`
    : textOf(culture, `${error.reason}.details`, error.params, null);
  return {
    status: statuses[error.kind],
    retryAfter: error.retryAfterSeconds,
    body: wrapError(
      {
        code: error.code ?? 0,
        reason: error.reason,
        message: sentence(error, culture),
        details,
        validationErrors,
      },
      error.kind === 'unauthenticated' || error.kind === 'forbidden',
    ),
  };
}
