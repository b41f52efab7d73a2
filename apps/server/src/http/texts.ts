import type { Wording } from '../platform/texts/index.ts';

export const edgeTexts: Readonly<Record<string, Wording>> = {
  'session.ended': { 'zh-Hans': '登录已失效，请重新登录', en: 'Your session has ended, please sign in again' },
  'tenant.inactive': { 'zh-Hans': '机构未启用，请联系平台', en: 'The organisation is not active; ask the platform' },
  'body.not-json': { 'zh-Hans': '请求内容不是有效的 JSON', en: 'The request is not valid JSON' },
  'body.not-gzip': { 'zh-Hans': '请求内容不是有效的 gzip', en: 'The request is not valid gzip' },
  'body.bad-characters': { 'zh-Hans': '请求内容含有无效字符', en: 'The request contains invalid characters' },
  'body.too-deep': { 'zh-Hans': '请求内容嵌套超过 {max} 层', en: 'The request is nested deeper than {max} levels' },
  'body.too-many-keys': { 'zh-Hans': '请求内容超过 {max} 个字段', en: 'The request has more than {max} members' },
  'request.malformed': { 'zh-Hans': '请求格式不正确', en: 'The request is malformed' },
  'reveal.not-hidden': { 'zh-Hans': '该字段不需要单独查看', en: 'This field is not hidden' },
  'export.too-many': {
    'zh-Hans': '正在进行的导出较多，请在{seconds}秒后再试，或改用“导出任务”在后台生成文件',
    en: 'Too many exports are under way; try again in {seconds} seconds, or have the file written as a task (ExportAsTask)',
  },
  'list.too-many-long': {
    'zh-Hans': '正在读取的长列表较多，请在{seconds}秒后再试，或分页读取',
    en: 'Too many long lists are being read; try again in {seconds} seconds, or read them in pages',
  },
  'search.too-often': {
    'zh-Hans': '按完整号码查找次数过多，请在{seconds}秒后再试',
    en: 'Too many searches by a whole number; try again in {seconds} seconds',
  },
  'search.too-alike': {
    'zh-Hans': '一天内查找的相近号码过多，请核对号码，或在{seconds}秒后再试',
    en: 'Too many similar numbers were searched within a day; check the number or try again in {seconds} seconds',
  },
  'reveal.too-often': {
    'zh-Hans': '查看次数过多，请在{seconds}秒后再试',
    en: 'Too many reveals; try again in {seconds} seconds',
  },
  'list.not-joined': {
    'zh-Hans': '“{name}”不能用“或”与其他条件组合，请改用“且”',
    en: '“{name}” cannot be joined with other filters by “or”; join them by “and”',
  },
  'ref.not-found': {
    'zh-Hans': '{field}中的记录不存在或不在您的可见范围内，请重新选择',
    en: '{field} names a record that does not exist or that you may not see; choose another',
  },
  'ingest.bad-wait': { 'zh-Hans': '等待时间应为0到{max}秒', en: 'A wait takes 0 to {max} seconds' },
  'ingest.bad-answer': {
    'zh-Hans': '回执应为 result（done 或 refused）与可选的 reason',
    en: 'An answer has result (done or refused) and an optional reason',
  },
  'ingest.bad-batch': { 'zh-Hans': '一批应含 1 到 {max} 条数据', en: 'A batch holds 1 to {max} readings' },
};
