import type { SourceCheck } from './reference-set.ts';

/** Categories of dictionaries as the dictionary screen groups them. */
export const dictionaryCategories = {
  H: { title: '健康档案', en: 'Health record' },
  F: { title: '随访评估', en: 'Follow-up and assessment' },
  P: { title: '平台基础', en: 'Basic platform' },
  C: { title: '客户服务', en: 'Customer service' },
  D: { title: '设备监测', en: 'Device monitoring' },
  E: { title: '体检', en: 'Examination' },
  S: { title: '销售库存', en: 'Sales and stock' },
} as const;

/** Key of a category (the wire's `hfpc_flag`). */
export type DictionaryCategory = keyof typeof dictionaryCategories;

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
