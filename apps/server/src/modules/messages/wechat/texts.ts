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
  'gzh.answer-40003': {
    'zh-Hans': '该微信没有关注本公众号，或 openId 属于其他公众号，请核对',
    en: 'This WeChat user does not follow the account, or the open id is that of another account; check it',
  },
  'gzh.answer-43004': {
    'zh-Hans': '接收人没有关注公众号，请先请其关注',
    en: 'The receiver does not follow the account; ask for that first',
  },
  'gzh.answer-43101': {
    'zh-Hans': '接收人拒收该消息，请改用短信或电话联系',
    en: 'The receiver refuses such messages; send an SMS or call',
  },
  'gzh.answer-40037': {
    'zh-Hans': '模板ID不正确或已被删除，请从公众平台重新复制',
    en: 'The template id is wrong or its template was removed; copy it from the platform again',
  },
  'gzh.answer-47003': {
    'zh-Hans': '模板字段的内容不符合公众平台的要求，请核对字段对应',
    en: 'A value does not fit its keyword at the platform; check the keywords of the template',
  },
  'gzh.answer-48001': {
    'zh-Hans': '公众号没有该接口的权限，请先完成微信认证',
    en: 'The account may not use this interface; have it verified by WeChat first',
  },
  'gzh.answer-40054': {
    'zh-Hans': '微信不接受菜单中的网址，请填写完整的 https 网址',
    en: 'WeChat refuses an address of the menu; enter a whole https address',
  },
  'gzh.answer-40055': {
    'zh-Hans': '微信不接受菜单中的网址，请填写完整的 https 网址',
    en: 'WeChat refuses an address of the menu; enter a whole https address',
  },
  'gzh.answer-85005': {
    'zh-Hans': '小程序没有关联到本公众号，请先在公众平台关联',
    en: 'The mini program is not linked to the account; link it at the platform first',
  },
  'gzh.answer-45009': {
    'zh-Hans': '今天的调用次数已用完，请明天再试',
    en: 'The number of calls of today is used up; try again tomorrow',
  },
  'gzh.answer-NO_TEMPLATE': {
    'zh-Hans': '该业务事件没有启用的模板，请先添加模板',
    en: 'No template of this event is enabled; add one first',
  },
  'gzh.answer-NO_ACCOUNT': {
    'zh-Hans': '没有启用的公众号，请先启用',
    en: 'No official account is enabled; enable one first',
  },
  'gzh.answer-TOO_LATE': {
    'zh-Hans': '消息已过时，未再发送，无需处理',
    en: 'The message was out of date and was not sent; nothing is to be done',
  },
  'gzh.answer-failed:user block': {
    'zh-Hans': '接收人拒收公众号消息，请改用短信或电话联系',
    en: 'The receiver blocks messages of the account; send an SMS or call',
  },
  'gzh.answer-failed: system failed': {
    'zh-Hans': '微信没有送达该消息，请稍后再试',
    en: 'WeChat did not deliver the message; try again later',
  },
  'gzh.not-enabled': {
    'zh-Hans': '没有启用的公众号，请先在“设置公众号”中启用',
    en: 'No official account is enabled; enable it in its settings first',
  },
  'gzh.bad-open-id': {
    'zh-Hans': 'openId 由6至64位字母、数字、下划线或短横线组成，请从公众平台的用户管理中复制',
    en: 'An open id is 6 to 64 letters, digits, underscores or hyphens; copy it from the users of the platform',
  },
  'gzh.unknown-filter': {
    'zh-Hans': '没有这个筛选值，请从列表中选择',
    en: 'There is no such value to filter by; choose one of the list',
  },
  'gzh.trial': { 'zh-Hans': '测试', en: 'Test' },
  'gzh.sent': {
    'zh-Hans': '微信已接受测试消息，请在手机上查看',
    en: 'WeChat accepted the test message; look at the phone',
  },
  'gzh.menu-published': {
    'zh-Hans': '菜单已发布，关注者在24小时内看到新菜单',
    en: 'The menu is published; followers see it within 24 hours',
  },
  'gzh.menu-top': {
    'zh-Hans': '菜单应有1至3个一级按钮，请添加或删除',
    en: 'A menu has one to three buttons of the first level; add or remove some',
  },
  'gzh.menu-below': {
    'zh-Hans': '每个一级按钮最多有5个子按钮，请删除多余的',
    en: 'A button has at most five below it; remove the rest',
  },
  'gzh.menu-name-top': {
    'zh-Hans': '一级按钮的名称须填写，最多4个汉字或8个字母',
    en: 'A button of the first level needs a name of at most 8 letters, or 4 Chinese characters',
  },
  'gzh.menu-name-below': {
    'zh-Hans': '子按钮的名称须填写，最多8个汉字或16个字母',
    en: 'A button below another needs a name of at most 16 letters, or 8 Chinese characters',
  },
  'gzh.menu-action': {
    'zh-Hans': '请选择按钮的动作，或添加子按钮',
    en: 'Choose what the button does, or add buttons below it',
  },
  'gzh.menu-url': {
    'zh-Hans': '请填写完整的网址，以 https:// 或 http:// 开头',
    en: 'Enter a whole address that begins with https:// or http://',
  },
  'gzh.menu-reply': {
    'zh-Hans': '请填写点击后回复的文字',
    en: 'Enter the text that answers a click',
  },
  'gzh.menu-appId': {
    'zh-Hans': '请填写小程序的 AppID：以 wx 开头，共18位字母和数字',
    en: 'Enter the AppID of the mini program: it begins with wx and has 18 letters and digits',
  },
  'gzh.menu-pagePath': {
    'zh-Hans': '请填写小程序的页面路径，如 pages/index/index',
    en: 'Enter the page of the mini program, such as pages/index/index',
  },
};
