import type { Route } from 'playwright-core';
import type { Desk } from '../browser.ts';
import type { Caller, Product } from '../product.ts';

/** What the tests of a file share; there once the product stands. */
export type Seen = () => { readonly product: Product; readonly desk: Desk; readonly admin: Caller };

/** How long something may take that is only waited for. */
export const soon = { timeout: 20_000 } as const;

interface Refusal {
  readonly status: number;
  readonly message?: string;
  readonly details?: string;
  readonly reason?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a call as the server refuses one. */
export const refuse = (
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

/** An answer that is let go by hand. */
export function hold(): { readonly held: Promise<void>; readonly letGo: () => void } {
  let letGo = (): void => undefined;
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  return { held, letGo: () => letGo() };
}
