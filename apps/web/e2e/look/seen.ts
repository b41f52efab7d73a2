import type { Route } from 'playwright-core';
import type { Desk } from '../browser.ts';
import type { Caller, Product } from '../product.ts';

/** Shared state of a test file, available once the product has started. */
export type Seen = () => { readonly product: Product; readonly desk: Desk; readonly admin: Caller };

/** Time limit for conditions. */
export const soon = { timeout: 60_000 } as const;

interface Refusal {
  readonly status: number;
  readonly message?: string;
  readonly details?: string;
  readonly reason?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds like a refusing server. */
export const fulfillRefusal = (
  route: Route,
  { status, message = '', details, reason = '', headers = {} }: Refusal,
): Promise<void> =>
  route.fulfill({
    status,
    headers,
    contentType: 'application/json',
    body: JSON.stringify({
      result: null,
      targetUrl: null,
      success: false,
      error: message === '' ? null : { code: 0, message, details: details ?? null, validationErrors: null, reason },
      unAuthorizedRequest: false,
      ['__abp']: true,
    }),
  });

/** A response that the test releases. */
export function hold(): { readonly held: Promise<void>; readonly letGo: () => void } {
  let letGo = (): void => undefined;
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  return { held, letGo: () => letGo() };
}
