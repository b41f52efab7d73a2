import type { Wording } from '../../../platform/texts/index.ts';

export const gzhTexts: Readonly<Record<string, Wording>> = {
  'gzh.bad-secret': {
    'zh-Hans': 'AppSecret 由16至64位字母和数字组成，不能含空格，请从公众平台复制',
    en: 'An AppSecret is 16 to 64 letters and digits without blanks; copy it from the platform',
  },
  'gzh.bad-token': {
    'zh-Hans': '令牌由3至32位字母和数字组成，请填写与公众平台相同的令牌',
    en: 'A token is 3 to 32 letters and digits; enter the same as at the platform',
  },
  'gzh.bad-app-id': {
    'zh-Hans': 'AppID 以 wx 开头，共18位字母和数字，请从公众平台复制',
    en: 'An AppID begins with wx and has 18 letters and digits; copy it from the platform',
  },
  'gzh.bad-template-id': {
    'zh-Hans': '模板ID由10至64位字母、数字、下划线或短横线组成，请从公众平台复制',
    en: 'A template id is 10 to 64 letters, digits, underscores or hyphens; copy it from the platform',
  },
  'gzh.bad-keyword': {
    'zh-Hans': '模板字段以字母开头，由字母和数字组成，如 thing1，请与公众平台的模板一致',
    en: 'A keyword begins with a letter and has letters and digits, such as thing1; write it as the template does',
  },
  'gzh.needed': {
    'zh-Hans': '启用公众号前须填写{field}',
    en: '{field} is needed before the account is enabled',
  },
  'gzh.not-service': {
    'zh-Hans': '只有服务号可以发送模板消息，请改用服务号或停用',
    en: 'Only a service account sends template messages; use one, or leave the account disabled',
  },
  'gzh.other-enabled': {
    'zh-Hans': '本机构已启用另一个公众号，请先停用它',
    en: 'Another official account is enabled; disable it first',
  },
  'gzh.other-template': {
    'zh-Hans': '该业务事件已启用另一个模板，请先停用它',
    en: 'Another template of this event is enabled; disable it first',
  },
  'gzh.secret-again': {
    'zh-Hans': '更改 AppID 后须重新填写 AppSecret',
    en: 'Enter the AppSecret again: the AppID is another one',
  },
  'gzh.loose-brackets': {
    'zh-Hans': '{field}中有没写完整的占位符，应写作 {{机构名称}}',
    en: '{field} holds an incomplete placeholder; write a name within two pairs of braces',
  },
  'gzh.unknown-words': {
    'zh-Hans': '{field}：没有占位符 {words}，请改用：{known}',
    en: '{field}: there is no placeholder {words}; use one of {known}',
  },
  'gzh.keyword-twice': {
    'zh-Hans': '模板字段 {keyword} 重复，请删除一个',
    en: 'The keyword {keyword} stands twice; remove one',
  },
  'gzh.not-set': {
    'zh-Hans': '尚未填写公众号的 AppSecret，请先保存再检测',
    en: 'No AppSecret of an official account is stored; save it first',
  },
  'gzh.answer-ok': { 'zh-Hans': '连接正常', en: 'The connection works' },
  'gzh.answer-40013': { 'zh-Hans': 'AppID 不正确，请核对', en: 'The AppID is wrong; check it' },
  'gzh.answer-40125': { 'zh-Hans': 'AppSecret 不正确，请核对', en: 'The AppSecret is wrong; check it' },
  'gzh.answer-40001': { 'zh-Hans': 'AppSecret 不正确，请核对', en: 'The AppSecret is wrong; check it' },
  'gzh.answer-40164': {
    'zh-Hans': '服务器地址不在公众平台的IP白名单中，请先添加',
    en: 'The address of the server is not on the white list of the platform; add it there',
  },
  'gzh.answer': {
    'zh-Hans': '微信服务没有接受（{code}），请核对设置或稍后再试',
    en: 'WeChat did not accept it ({code}); check the settings or try again later',
  },
};
