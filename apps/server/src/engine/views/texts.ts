import type { Wording } from '../../platform/texts/index.ts';

export const listTexts: Readonly<Record<string, Wording>> = {
  'look.changed': { 'zh-Hans': '列表设置已在另一处修改，请刷新', en: 'This list was rearranged elsewhere; refresh' },
  'view.name-taken': { 'zh-Hans': '已有同名视图，请换一个名称', en: 'You have a view of this name; rename it' },
  'view.changed': {
    'zh-Hans': '该视图已在另一处修改，请重新打开后再试',
    en: 'This view was changed elsewhere; open it again and repeat',
  },
  'view.unknown-filter': {
    'zh-Hans': '视图中有该列表没有的条件，请重新选择条件',
    en: 'The view filters by something that this list has not; set the filters again',
  },
  'view.sensitive-filter': {
    'zh-Hans': '证件号码、手机号等条件不能保存在视图中，请先清除这些条件',
    en: 'Identity numbers, phones and the like cannot be kept in a view; clear them first',
  },
  'view.too-many': {
    'zh-Hans': '每个列表最多保存 {max} 个视图，请先删除不用的',
    en: 'A list keeps at most {max} views of yours; delete some first',
  },
};
