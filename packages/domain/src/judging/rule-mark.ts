/** The basis of a rule: 有依据 (source and section), 待确认, 已确认 (by a person). */
export type RuleMark = 'sourced' | 'pending' | 'confirmed';

/** What the mark of a rule depends on. */
export interface MarkedRule {
  readonly sourceText: string;
  readonly sourceSection: string;
  /** The platform requires a confirmation, or a tenant wrote or changed the rule. */
  readonly check: boolean;
  /** A person confirmed this version. */
  readonly confirmed: boolean;
}

/** A source that ends with the letter v, alone or after a space or a bracket, waits for its check. */
const unchecked = /(?:^|[\s）)])v$/u;

/** Whether the source or its section carries the mark of an unchecked value. */
export function isUnchecked(sourceText: string, sourceSection: string): boolean {
  return (
    unchecked.test(sourceText.trim()) || unchecked.test(sourceSection.trim()) || /\d\s*v$/u.test(sourceSection.trim())
  );
}

/** The mark of a rule: a person's confirmation first, else a checked source with its section, else 待确认. */
export function ruleMark({ sourceText, sourceSection, check, confirmed }: MarkedRule): RuleMark {
  if (confirmed) {
    return 'confirmed';
  }
  const sourced = sourceText.trim() !== '' && sourceSection.trim() !== '' && !isUnchecked(sourceText, sourceSection);
  return sourced && !check ? 'sourced' : 'pending';
}
