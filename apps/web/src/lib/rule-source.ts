/** The source of a rule, without the trailing `v` that marks a value not yet confirmed by the medical lead. */
export function sourceParts(text: string | null): { readonly source: string; readonly isPending: boolean } {
  const whole = text ?? '';
  const isPending = /(?:^|\s)v$/.test(whole);
  return { source: isPending ? whole.slice(0, -1).trimEnd() : whole, isPending };
}
