import type { Wording } from '../../platform/texts/index.ts';

/** Reasons of saved views. */
export const listTexts: Readonly<Record<string, Wording>> = {
  'view.name-taken': { 'zh-Hans': '已有同名视图', en: 'You have a view of this name' },
  'view.too-many': { 'zh-Hans': '每个列表最多保存 {max} 个视图，请先删除不用的', en: 'A list keeps at most {max} views of yours; delete some first' },
};
