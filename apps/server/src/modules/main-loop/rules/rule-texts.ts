import type { Wording } from '../../../platform/texts/index.ts';

const say = (chinese: string, en: string): Wording => ({ 'zh-Hans': chinese, en });

const parts: Readonly<Record<string, Wording>> = {
  'rule.unknown-metric': say('请选择该测量类型的指标', 'Choose a figure of this kind of reading'),
  'rule.operator': say('请选择比较方式', 'Choose a comparison'),
  'rule.limit': say('请填写数值', 'Enter a number'),
  'rule.limit-range': say(
    '超出可测范围，须在 {min} 到 {max} {unit} 之间',
    'Out of the range that can be measured: {min} to {max} {unit}',
  ),
  'rule.number': say('须在 {min} 到 {max} 之间', 'Must be between {min} and {max}'),
  'rule.ages': say('最大年龄不能小于最小年龄', 'The greatest age cannot be below the least'),
  'rule.steps': say('年龄须逐段增大', 'The ages of the steps have to grow'),
  'rule.always': say(
    '与第 {n} 项的阈值交叉，任何数值都会被判为异常，请调整数值',
    'Crosses the limit of item {n}: every value would be abnormal. Change it',
  ),
  'rule.never': say(
    '与同一项的另一条件矛盾，永远不会成立，请修改其中一项',
    'Contradicts the other comparison of this item and can never be met. Change one of them',
  ),
  'rule.count-order': say('次数不能大于总次数', 'Cannot be more than there are readings'),
  'rule.unchanged': say('变化量不能为 0', 'The change cannot be 0'),
  'rule.event': say('该测量类型没有此事件，请选择其他事件', 'This kind has no such event; choose another'),
  'rule.raise': say('升级后的级别须高于本规则的级别', 'The later level has to be higher than the level of the rule'),
  'rule.text': say('请填写附加说明', 'Enter the words to be added'),
  'rule.form': say('条件格式不正确，请重新填写', 'The condition has an unknown form; enter it again'),
};

const atItem = Object.fromEntries(
  Object.entries(parts).map(([reason, wording]) => [
    `${reason}-at`,
    say(`第 {at} 项：${wording['zh-Hans']}`, `Item {at}: ${wording.en}`),
  ]),
);

export const ruleTexts: Readonly<Record<string, Wording>> = {
  ...parts,
  ...atItem,
  'rule.bench-kind': say(
    '电量、紧急求助、围栏等事件没有可供测算的历史记录；只有判断读数、佩戴和离线的规则可以测算，请改用这类条件',
    'Nothing is kept by which battery, calls for help and fences could be benched; only rules about readings, wearing and offline can: enter a condition of that kind',
  ),
  'rule.trial-time': say(
    '{field}须晚于现在，最长30天，请重新选择',
    '{field} has to lie in the future, at most 30 days ahead; choose again',
  ),
  'rule.trial-kind': say(
    '只有已启用、判断读数、佩戴和离线的规则可以试运行，请清空{field}',
    'Only valid rules about readings, wearing and offline can be on trial; clear {field}',
  ),
  'rule.terms-missing': say('请至少添加一项条件', 'Add at least one item'),
  'rule.metric': say('条件中没有用到该指标', 'The condition does not speak of this figure'),
  'rule.range': say('须在 {min} 到 {max} 之间', 'Must be between {min} and {max}'),
  'rule.person': say(
    '适用层级为“个人”时须选择客户，其他层级不选',
    'Choose the person for rules of a person, and for no others',
  ),
  'rule.tag': say('请选择人群标签', 'Choose the group of people'),
  'rule.floor-looser': say(
    '警告和危急级别只能比平台标准（{against}）更严格',
    'Levels 3 and 4 can only be stricter than the platform ({against})',
  ),
  'rule.floor-switched-off': say(
    '平台的警告和危急规则（{against}）不能停用或设有效期，请保持启用、清空有效期，或恢复默认',
    "The platform's rule {against} can neither be switched off nor end: keep it on without an end, or reset it",
  ),
  'rule.floor-level': say(
    '不能低于平台规则 {against} 的级别，请改回原级别，或恢复默认',
    "Cannot be lower than the level of the platform's rule {against}: set its level again, or reset it",
  ),
  'rule.floor-aim': say(
    '平台规则 {against} 的{field}不能修改，请改回原值；其他人群或指标请新建规则',
    "The {field} of the platform's rule {against} stays as it is; add a rule of your own for other people or figures",
  ),
  'rule.floor-confirmation': say(
    '确认不能比平台规则 {against} 要求更多，请改回原值，或恢复默认',
    "Cannot ask for more confirmation than the platform's rule {against}: set it again, or reset it",
  ),
  'rule.level-order': say(
    '级别越高，阈值应越极端（与 {against} 冲突）',
    'A higher level needs the more extreme value (against {against})',
  ),
};
