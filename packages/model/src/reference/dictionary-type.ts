import type { SourceCheck } from './reference-set.ts';

/** Category that the dictionary screen shows the dictionary in; keys of the dictionary type's definition. */
export type DictionaryCategory =
  | 'healthRecord'
  | 'followUp'
  | 'platform'
  | 'clientService'
  | 'devices'
  | 'examination'
  | 'salesAndStock';

/** One value of a dictionary. */
export interface DictionaryEntry {
  readonly code: string;
  readonly name: string;
  readonly parentCode?: string;
  /** Ours, beside the values of the national code. */
  readonly isExtension?: true;
}

/** A dictionary with its values in their order. */
export interface DictionaryType {
  readonly typeCode: string;
  readonly name: string;
  readonly en: string;
  readonly category: DictionaryCategory;
  /** Standard or norm that the values follow; `design` where there is none. */
  readonly source: string;
  /** The codes are those of the national value set named in `source`. */
  readonly isStandard?: true;
  readonly isTree?: true;
  readonly check?: SourceCheck;
  readonly entries: readonly DictionaryEntry[];
}

/** The entry's code in the national value set; undefined where the code is our own. */
export function standardCodeOf(type: DictionaryType, entry: DictionaryEntry): string | undefined {
  return type.isStandard && !entry.isExtension ? entry.code : undefined;
}
