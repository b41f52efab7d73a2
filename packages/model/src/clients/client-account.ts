import { choice, dateTime, defineChoices, file, text } from '@kangmai/resource';

export const clientOrigins = defineChoices({
  app: { label: '手机App', en: 'Phone app' },
  officialAccount: { label: '公众号', en: 'Official account', wire: 'mp' },
  miniProgram: { label: '小程序', en: 'Mini program', wire: 'mini' },
  staff: { label: '员工录入', en: 'Entered by staff' },
  imported: { label: '批量导入', en: 'Imported', wire: 'import' },
  examination: { label: '体检系统', en: 'Examination system', wire: 'exam' },
});

export const accountBindings = defineChoices({
  unbound: { label: '未绑定', en: 'Not bound', wire: 0 },
  bound: { label: '已绑定', en: 'Bound', wire: 1, tone: 'good' },
});

/** The member under which lists of persons carry the account. */
export const accountWire = 'xyj_user';

const account = { group: '账号', groupEn: 'Account' } as const;

/** The person's own account, the half of the record that the phone side keeps. */
export const accountFields = {
  openId: text({ label: '微信openId', en: 'WeChat open id', max: 64, readonly: true, ...account }),
  unionId: text({ label: '微信unionId', en: 'WeChat union id', max: 64, readonly: true, ...account }),
  nickName: text({ label: '昵称', en: 'Nickname', max: 64, ...account }),
  avatar: file({ label: '头像', en: 'Avatar', accept: 'image', ...account }),
  origin: choice(clientOrigins, {
    label: '来源',
    en: 'Origin',
    default: 'staff',
    imported: 'imported',
    readonly: true,
    ...account,
    wire: 'from',
  }),
  bindState: choice(accountBindings, {
    label: '账号绑定',
    en: 'App bound',
    default: 'unbound',
    readonly: true,
    filter: 'exact',
    ...account,
  }),
  lastActiveAt: dateTime({ label: '最近活跃', en: 'Last active', readonly: true, ...account, wire: 'lastActiveTime' }),
} as const;
