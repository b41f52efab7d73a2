/** English for names of dictionary entries as they are built in, by type and name: 女 is a sex and a relation. */
const entryWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gender: { 未知的性别: 'Sex unknown', 男: 'Male', 女: 'Female', 未说明的性别: 'Sex not stated' },
  relation: {
    本人或户主: 'Self or head of household', 配偶: 'Spouse', 子: 'Son', 女: 'Daughter', 孙子女或外孙子女: 'Grandchild', 父母: 'Parent', 祖父母或外祖父母: 'Grandparent', 兄弟姐妹: 'Sibling', 其他亲属: 'Other relative',
    邻居: 'Neighbour', 护工保姆: 'Carer', 社区工作人员: 'Community worker', 朋友同事: 'Friend or colleague',
  },
};

const wordsOfEntries = Object.fromEntries(Object.entries(entryWords).flatMap(([type, words]) => Object.entries(words).map(([name, word]) => [`${type}.${name}`, word])));

/** English for the words of definitions that have no field of their own for it: groups of fields, units, hints, and what is asked before an action. */
export const englishWords: Readonly<Record<string, string>> = {
  ...wordsOfEntries,
  住址: 'Address', 依据: 'Basis', 商品: 'Goods', 基本: 'Basics', 接入: 'Connection', 服务: 'Service', 照护: 'Care', 确认与恢复: 'Confirmation and recovery', 账号: 'Account', 通讯: 'Communication',
  元: 'CNY', 分: 'points', 分钟: 'min', 岁: 'years', 月: 'months', 次: 'times', '次/分': '/min', '次/时': '/h', 步: 'steps', 级: 'level',
  绑定时间早于72小时前时必填: 'Required when the binding began more than 72 hours ago',
  '有注册证的产品，读数按其类型采信': "A registered product's readings are trusted by its type",
  不填则为主设备的佩戴人: "Left empty, the main device's wearer", 不填则取档案中的身高: 'Left empty, the height on file', '筛查值，诊断需多导睡眠监测': 'A screening value; a diagnosis needs polysomnography', 醒来的日期: 'The day of waking up',
  '确定重放所选数据？': 'Replay the selected data?',
  '确定丢弃所选数据？': 'Discard the selected data?',
  '更换后旧密钥24小时内仍有效，确定更换？': 'The old key stays valid for 24 hours. Rotate the key?',
  '确定把所选客户交给新的负责人？': 'Hand the selected clients over to somebody else?',
  '确定处理所选异常？': 'Handle the selected cases?',
  '确认该版本规则在医学上成立？': 'Confirm that this version of the rule holds medically?',
  '确定恢复为平台最新版本？': "Go back to the platform's newest version?",
  '撤回立即生效：撤回健康信息同意将暂停管理，撤回位置信息同意后不再保存和显示位置。确定撤回？': 'This takes effect at once: without consent to health data the care pauses, without consent to positions none is stored or shown. Withdraw it?',
  '确定解除该绑定？': 'Unbind it?',
  '确定取消该指令？': 'Cancel this command?',
};
