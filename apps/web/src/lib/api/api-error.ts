/** A refused field; `members` are JSON names of the body. */
export interface ValidationProblem {
  message: string;
  members: readonly string[];
}

export interface ErrorParts {
  /** HTTP status; 0 without a response. */
  status: number;
  code: number;
  /** Stable dotted code such as `state.not-allowed`; empty when the server gave none. */
  reason: string;
  message: string;
  details: string | null;
  validationErrors: readonly ValidationProblem[];
  retryAfterSeconds: number | null;
}

/** Every failed call throws this error; an aborted one the browser's AbortError. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly reason: string;
  readonly details: string | null;
  readonly validationErrors: readonly ValidationProblem[];
  readonly retryAfterSeconds: number | null;

  constructor(parts: ErrorParts) {
    super(parts.message);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.reason = parts.reason;
    this.details = parts.details;
    this.validationErrors = parts.validationErrors;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }

  /** Without a response the request may still have been processed. */
  get isUnanswered(): boolean {
    return this.status === 0;
  }
}

export const clientError = (status: number, reason: string, message: string): ApiError =>
  new ApiError({ status, code: 0, reason, message, details: null, validationErrors: [], retryAfterSeconds: null });

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
