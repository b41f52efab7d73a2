import {
  bool,
  choice,
  date,
  dateTime,
  defineChoices,
  defineResource,
  defineStates,
  file,
  integer,
  move,
  ref,
  technical,
  text,
} from '@kangmai/resource';

/** What a person agrees to, one thing at a time (personal information protection law, articles 14, 29 and 31). */
export const consentKinds = defineChoices({
  basic: { label: '个人信息处理', en: 'Personal data' },
  health: { label: '健康信息（敏感）处理', en: 'Health data' },
  location: { label: '位置信息', en: 'Location' },
  family: { label: '家庭成员共享', en: 'Sharing with the family' },
  corporate: { label: '向企业提供汇总', en: 'Figures for the employer' },
  thirdparty: { label: '向合作机构提供', en: 'Passing on to partners' },
  recording: { label: '通话录音录像', en: 'Recording of calls' },
  ranking: { label: '参与步数排行', en: 'Step ranking' },
});

export const consentSigners = defineChoices({
  self: { label: '本人', en: 'The person' },
  guardian: { label: '监护人', en: 'Guardian' },
});

export const consentMethods = defineChoices({
  paper: { label: '纸质', en: 'Paper' },
  app: { label: '手机端', en: 'Phone' },
  tablet: { label: '平板签名', en: 'Signed on a tablet' },
  sms: { label: '短信确认', en: 'Text message' },
});

export const consentStates = defineStates({
  valid: { label: '有效', en: 'Valid', tone: 'good' },
  withdrawn: { label: '已撤回', en: 'Withdrawn', tone: 'bad', aside: true },
  expired: { label: '已过期', en: 'Expired', tone: 'neutral', aside: true },
  replaced: { label: '已有新版本', en: 'Replaced by a new version', tone: 'neutral', aside: true },
});

/**
 * What a person agreed to, in which version of the text, and who signed. A signed consent never changes; a change
 * creates another. It ends on its last day or when it is withdrawn.
 */
export const clientConsent = defineResource({
  name: 'clientConsent',
  title: '知情同意与授权',
  en: 'Consents',
  scope: 'tenant',
  permission: 'Pages.CustomerManage.Consents',
  writes: ['Create', 'Edit'],
  wire: {
    service: 'ClientConsent',
    entity: 'ClientConsent',
    joins: {
      clientName: 'client.name',
      sex: 'client.gender',
      age: 'client.age',
      withdrawnByName: 'withdrawnBy.fullName',
    },
    calls: { paged: 'GetPagedAll', get: 'Get', save: 'CreateOrEdit', excel: 'GetClientConsentsToExcel' },
  },
  fields: {
    client: ref('client', {
      label: '客户',
      en: 'Client',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'clientId',
    }),
    kind: choice(consentKinds, { label: '授权事项', en: 'Kind', required: true, fixed: true, filter: 'exact' }),
    version: text({ label: '文本版本', en: 'Text version', required: true, fixed: true, max: 20 }),
    signer: choice(consentSigners, { label: '签署人', en: 'Signed by', required: true, fixed: true, default: 'self' }),
    method: choice(consentMethods, { label: '签署方式', en: 'Method', required: true, fixed: true, default: 'paper' }),
    file: file({ label: '签署文件', en: 'Signed file', wire: 'fileId' }),
    signedAt: dateTime({
      label: '签署时间',
      en: 'Signed at',
      required: true,
      start: 'now',
      fixed: true,
      filter: 'range',
      wire: 'signTime',
    }),
    expiresOn: date({ label: '有效期至', en: 'Valid to', wire: 'expireTime' }),
    state: choice(consentStates, { label: '状态', en: 'State', default: 'valid', readonly: true, filter: 'exact' }),
    supersedes: integer({
      label: '替代的授权编号',
      en: 'Id of the consent it replaces',
      size: 'big',
      readonly: true,
      ...technical,
      wire: 'supersedesId',
    }),
    withdrawnAt: dateTime({ label: '撤回时间', en: 'Withdrawn at', readonly: true }),
    withdrawnBy: ref('user', {
      label: '撤回登记人',
      en: 'Withdrawal recorded by',
      readonly: true,
      wire: 'withdrawnUserId',
    }),
    withdrawnReason: text({ label: '撤回原因', en: 'Reason of withdrawal', max: 200, readonly: true }),
  },
  conditions: { expiresSoon: bool({ label: '30天内到期', en: 'Ends within 30 days' }) },
  list: {
    columns: ['client', 'kind', 'version', 'signer', 'method', 'signedAt', 'expiresOn', 'state', 'withdrawnAt'],
    sort: '-signedAt',
    search: ['client'],
    tabs: 'state',
  },
  display: 'kind',
  detail: { steps: 'state' },
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
  inStates: { edit: ['valid'] },
  moves: {
    on: 'state',
    withdraw: move({
      label: '撤回',
      en: 'Withdraw',
      from: ['valid'],
      to: 'withdrawn',
      permission: 'Edit',
      confirm: '撤回立即生效：撤回健康信息同意将暂停管理，撤回位置信息同意后不再保存和显示位置。确定撤回？',
      confirmEn:
        'This takes effect at once: without consent to health data the care pauses, without consent to positions none is stored or shown. Withdraw it?',
      input: { reason: text({ label: '撤回原因', en: 'Reason', required: true, min: 2, max: 200, rows: 3 }) },
    }),
    expire: move({ label: '到期', en: 'Expire', from: ['valid'], to: 'expired', clock: { field: 'expiresOn' } }),
    replace: move({ label: '由新版本替代', en: 'Replace', from: ['valid'], to: 'replaced' }),
  },
});
