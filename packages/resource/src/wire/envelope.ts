import type { Json } from '../fields/field.ts';

/** One refused field on the wire. */
export interface WireProblem {
  readonly message: string;
  readonly members: readonly string[] | null;
}

export interface WireError {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details: string | null;
  readonly validationErrors: readonly WireProblem[] | null;
}

/** The envelope around every answer of the old API; all members are always there, in this order. */
export interface Envelope {
  readonly result: unknown;
  readonly targetUrl: null;
  readonly success: boolean;
  readonly error: WireError | null;
  readonly unAuthorizedRequest: boolean;
  readonly '__abp': true;
}

/** Wraps a result; a call without result answers null. */
export const wrapResult = (result: unknown): Envelope => ({
  result: (result ?? null) as Json,
  targetUrl: null,
  success: true,
  error: null,
  unAuthorizedRequest: false,
  '__abp': true,
});

/** Wraps an error; `unAuthorized` for missing sign-in and missing permission. */
export const wrapError = (error: WireError, unAuthorized: boolean): Envelope => ({
  result: null,
  targetUrl: null,
  success: false,
  error,
  unAuthorizedRequest: unAuthorized,
  '__abp': true,
});
