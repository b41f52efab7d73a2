import { bool, choice, dateTime, defineChoices, defineResource, secret, text } from '@kangmai/resource';

/** Only service accounts send template messages. */
export const officialAccountTypes = defineChoices({
  service: { label: '服务号', en: 'Service account' },
  subscription: { label: '订阅号', en: 'Subscription account' },
  miniProgram: { label: '小程序', en: 'Mini program', wire: 'miniprogram' },
});

const kept = {
  hint: '已填写的内容不会显示；留空则保持不变',
  hintEn: 'Never shown again; left empty it stays as it is',
} as const;

/** The official account of a tenant at WeChat, by which alarms are sent; at most one a tenant. */
export const gzhSetting = defineResource({
  name: 'gzhSetting',
  title: '公众号设置',
  en: 'Official account',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.GzhSetting',
  writes: ['Create', 'Edit'],
  wire: {
    service: 'GzhSetting',
    entity: 'GzhSetting',
    calls: { edit: 'GetGzhSettingForEdit', save: 'CreateOrEdit' },
  },
  fields: {
    accountName: text({ label: '公众号名称', en: 'Account name', example: '安康养老', required: true, max: 50 }),
    accountType: choice(officialAccountTypes, { label: '类型', en: 'Type', required: true, default: 'service' }),
    appId: text({
      label: 'AppID',
      en: 'AppID',
      example: 'wx0123456789abcdef',
      required: true,
      max: 32,
    }),
    appSecret: secret({ label: 'AppSecret', en: 'AppSecret', max: 64, ...kept }),
    token: secret({ label: '令牌', en: 'Token', max: 32, ...kept }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: false, filter: 'exact', wire: 'isEnable' }),
    testedAt: dateTime({ label: '最近检测', en: 'Last tested', readonly: true, wire: 'lastTestTime' }),
    testResult: text({ label: '检测结果', en: 'Test result', max: 200, readonly: true, wire: 'lastTestResult' }),
  },
  list: { columns: ['accountName', 'accountType', 'appId', 'isEnabled', 'testedAt'], sort: '-createdAt' },
  display: 'accountName',
  excel: { import: false, export: false },
});
