import type { Wording } from '../../platform/texts/index.ts';

export const businessSettingTexts: Readonly<Record<string, Wording>> = {
  'settings.no-tenant': {
    'zh-Hans': '业务设置属于各租户，请以租户账号登录后设置',
    en: 'Business settings belong to tenants; sign in at one',
  },
  'settings.unknown-group': {
    'zh-Hans': '没有这个设置分组，请从以下分组中选择：{groups}',
    en: 'There is no such group; choose one of {groups}',
  },
  'settings.unknown-key': {
    'zh-Hans': '{field}：该分组没有这个设置项，请刷新页面后重试',
    en: '{field}: the group has no such setting; reload the page and try again',
  },
};
