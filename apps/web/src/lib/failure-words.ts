import { ApiError } from './api/api-error.ts';
import { L } from './i18n/texts.ts';

export interface FailureWords {
  readonly kind: 'error' | 'warning';
  readonly title: string;
  readonly description: string;
}

/** Text for a failed call: the server's message, advice, and the log number of a server error. */
export function failureWords(error: unknown): FailureWords {
  if (!(error instanceof ApiError)) return { kind: 'error', title: L('error.server'), description: '' };
  const { status, message, details, retryAfterSeconds } = error;
  if (status === 429)
    return {
      kind: 'warning',
      title: L('error.tooMany'),
      description: retryAfterSeconds === null ? '' : L('error.waitSeconds', { n: retryAfterSeconds }),
    };
  return { kind: 'error', title: message, description: details ?? '' };
}

/** Message and advice of a failed call in one sentence. */
export const failureSentence = (error: unknown): string =>
  error instanceof ApiError ? [error.message, error.details].filter(Boolean).join('：') : L('error.server');
