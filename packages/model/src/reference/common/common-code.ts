/** A code of a national catalogue; `below` names its parent by code. */
export interface CommonCode {
  readonly code: string;
  readonly name: string;
  readonly below?: string;
}

/** Codes of a catalogue with the standard that they are taken from. */
export interface CommonCodes {
  readonly catalogue: 'icd10' | 'drug' | 'exam' | 'symptom' | 'food' | 'unit';
  readonly source: string;
  readonly codes: readonly CommonCode[];
}

/** Reads lines of `code name`, the name after the first blank. */
export const codesIn = (lines: string, below?: string): readonly CommonCode[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({
      code: line.slice(0, line.indexOf(' ')),
      name: line.slice(line.indexOf(' ') + 1),
      ...(below !== undefined && { below }),
    }));
