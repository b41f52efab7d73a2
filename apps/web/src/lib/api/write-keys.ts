const mostKept = 20;
/** Keys of writes whose outcome is unknown, by what was sent; only in memory. */
const unsettled = new Map<string, string>();

// `randomUUID` exists only in secure contexts.
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The key by which the server does a write once. The same write gets the same key until `settle` is called: a second
 * press after a lost connection repeats the first.
 */
export function keyOfWrite(sent: string): { readonly key: string; readonly settle: () => void } {
  const key = unsettled.get(sent) ?? newKey();
  unsettled.set(sent, key);
  const [oldest] = unsettled.keys();
  if (unsettled.size > mostKept && oldest !== undefined) unsettled.delete(oldest);
  return { key, settle: () => void unsettled.delete(sent) };
}
