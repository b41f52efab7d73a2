import type { Wording } from '../../platform/texts/index.ts';

export const privacyTexts: Readonly<Record<string, Wording>> = {
  'consent.needs-guardian': {
    'zh-Hans': '14岁以下或完全丧失能力的客户，须由监护人签署',
    en: 'For a child under 14 or a person without capacity the guardian signs',
  },
  'consent.ended': {
    'zh-Hans': '该授权已撤回、过期或有新版本，不能修改，请登记新的授权',
    en: 'This consent has ended or was replaced and cannot be changed; record a new one',
  },
  'consent.signed': {
    'zh-Hans': '已签署的授权不能改写，请登记新版本',
    en: 'A signed consent is not rewritten; record a new version',
  },
  'consent.no-health': {
    'zh-Hans': '该客户未同意或已撤回健康信息处理，不能录入；危急值除外，请先登记新的授权',
    en: 'The client has not agreed to the processing of health data, or no longer does; only critical values are taken; record a new consent first',
  },
  'consent.missing': {
    'zh-Hans': '转为在管前须登记有效的健康信息处理同意',
    en: 'A valid consent to the processing of health data is needed before the client is managed',
  },
  'consent.missing.details': {
    'zh-Hans': '请在客户详情的“授权”中登记。',
    en: "Record it under Consents on the client's page.",
  },
};
