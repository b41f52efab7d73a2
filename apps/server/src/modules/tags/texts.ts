import type { Wording } from '../../platform/texts/index.ts';

export const tagTexts: Readonly<Record<string, Wording>> = {
  'tag.rule-form': {
    'zh-Hans': '请设置规则：至少一个条件，并选择“全部满足”或“任一满足”',
    en: 'Give a rule: at least one condition, joined by all or any',
  },
  'tag.rule-empty': {
    'zh-Hans': '规则中有空的条件组，请添加条件或删去该组',
    en: 'A group of the rule is empty; add a condition or remove the group',
  },
  'tag.rule-deep': {
    'zh-Hans': '条件组最多嵌套三层，请减少层数',
    en: 'Groups of conditions stand in each other at most three deep; use fewer levels',
  },
  'tag.rule-long': {
    'zh-Hans': '一个条件组最多20个条件，请拆分',
    en: 'A group has at most 20 conditions; divide it',
  },
  'tag.rule-fact': { 'zh-Hans': '请为每个条件选择项目', en: 'Choose what each condition is about' },
  'tag.rule-sign': {
    'zh-Hans': '条件的比较方式不适用于所选项目，请重新选择',
    en: 'The comparison does not fit; choose another one',
  },
  'tag.rule-value': { 'zh-Hans': '请为每个条件填写数值或选项', en: 'Give each condition a value' },
  'tag.inactive': { 'zh-Hans': '标签已停用，请选择启用的标签', en: 'A tag is not active; choose active tags' },
  'tag.of-group': {
    'zh-Hans': '此标签的人群有专门的异常判定限值，不能停用或删除；请改为移除客户的标签',
    en: 'Readings of those with this tag are judged by limits of their own, so it stays; take it from clients instead',
  },
  'tag.client-not-found': {
    'zh-Hans': '所选客户中有的不存在或不在您的可见范围内，请刷新后重新选择',
    en: 'Some of these clients do not exist or are out of your sight; refresh and choose again',
  },
  'tag.not-found': {
    'zh-Hans': '所选标签中有的不存在或已删除，请刷新后重新选择',
    en: 'Some of these tags do not exist any more; refresh and choose again',
  },
  'tag.none-named': { 'zh-Hans': '请选择要添加或移除的标签', en: 'Choose tags to add or to remove' },
  'tag.not-automatic': {
    'zh-Hans': '只有启用的自动标签可以重新计算，请先启用或改为规则自动',
    en: 'Only active tags with a rule are calculated; activate it or give it a rule first',
  },
  'tag.needs-whole-sight': {
    'zh-Hans': '重新计算涉及全部客户，请由可查看全部客户的人员操作',
    en: 'This goes over all clients; ask somebody who may see all of them',
  },
};
