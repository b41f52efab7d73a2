interface Words {
  readonly 'zh-Hans': string;
  readonly 'en': string;
}

/** The subject of a notice to users. Values of the notice replace words in braces; they never include health values. */
export interface NoticePurpose {
  /** As in the settings of notices. */
  readonly label: Words;
  readonly title: Words;
  readonly text: Words;
  /** 0 information, 1 success, 2 warning, 3 error, 4 fatal. Notices of 3 and 4 cannot be switched off. */
  readonly severity: 0 | 1 | 2 | 3 | 4;
  /** The notice is sent by mail too until its user switches that off. */
  readonly mail?: true;
  /** Only the platform's own staff get it. */
  readonly isOfHost?: true;
}

const purposes = {
  'App.WelcomeToTheApplication': {
    label: { 'zh-Hans': '账号开通', 'en': 'Account set up' },
    title: { 'zh-Hans': '欢迎使用康脉', 'en': 'Welcome to Kangmai' },
    text: {
      'zh-Hans': '{name}，您的账号已开通。按 ? 可查看快捷键，在个人空间可设置通知和外观。',
      'en': '{name}, your account is ready. Press ? for the keys; notices and appearance are set on your own page.',
    },
    severity: 1,
  },
  'App.NewTenantRegistered': {
    label: { 'zh-Hans': '新租户开通', 'en': 'New tenant' },
    title: { 'zh-Hans': '新租户已开通', 'en': 'A tenant was set up' },
    text: { 'zh-Hans': '租户“{tenancyName}”已开通。', 'en': 'The tenant “{tenancyName}” was set up.' },
    severity: 0,
    isOfHost: true,
  },
  'App.HostImpersonation': {
    label: { 'zh-Hans': '平台人员登录', 'en': 'Sign-in by the platform’s staff' },
    title: { 'zh-Hans': '平台人员以他人身份登录', 'en': 'The platform’s staff signed in' },
    text: {
      'zh-Hans': '平台人员{actor}以“{name}”的身份登录，最长{minutes}分钟。原因：{reason}',
      'en': '{actor} of the platform signed in as “{name}” for at most {minutes} minutes. Reason: {reason}',
    },
    severity: 2,
    mail: true,
  },
  'App.StrangerAlarm': {
    label: { 'zh-Hans': '未登记设备求助', 'en': 'Call of an unregistered device' },
    title: { 'zh-Hans': '未登记设备求助', 'en': 'An unregistered device calls for help' },
    text: {
      'zh-Hans': '设备{imei}发出求助，但未登记在任何机构，请尽快核实持有人。',
      'en': 'The device {imei} calls for help and belongs to no organisation. Find out who wears it.',
    },
    severity: 4,
  },
  'App.MessageNotDelivered': {
    label: { 'zh-Hans': '消息未送达', 'en': 'Message not delivered' },
    title: { 'zh-Hans': '消息未送达', 'en': 'A message was not delivered' },
    text: {
      'zh-Hans': '发给{recipient}的“{purpose}”所有渠道均失败，请改用电话联系。',
      'en': 'Every channel of “{purpose}” to {recipient} failed. Call instead.',
    },
    severity: 3,
  },
  'App.CaseStorm': {
    label: { 'zh-Hans': '异常集中出现', 'en': 'Cases at once' },
    title: { 'zh-Hans': '异常集中出现', 'en': 'Many cases at once' },
    text: {
      'zh-Hans':
        '“{origin}”{minutes}分钟内新增{count}例异常（规则：{rule}），请核实设备或数据来源；每例告警仍照常升级。',
      'en': '{count} new cases at “{origin}” within {minutes} minutes (rule: {rule}). Check the devices or the source; each case keeps its ladder.',
    },
    severity: 3,
    mail: true,
  },
  'App.ComplaintWaiting': {
    label: { 'zh-Hans': '投诉超时未受理', 'en': 'Complaint not taken' },
    title: { 'zh-Hans': '投诉超过24小时未受理', 'en': 'A complaint waits for more than 24 hours' },
    text: {
      'zh-Hans': '一条客户投诉已超过24小时无人受理，请安排人员处理。',
      'en': 'Nobody has taken a client’s complaint for 24 hours. Ask somebody to take it.',
    },
    severity: 2,
    mail: true,
  },
  'App.LicenceEnding': {
    label: { 'zh-Hans': '执业证到期', 'en': 'Licence ends' },
    title: { 'zh-Hans': '执业证到期提醒', 'en': 'A licence ends' },
    text: {
      'zh-Hans': '{name}的执业证有效期至{day}，请及时办理延续并更新员工代码。',
      'en': 'The licence of {name} ends on {day}. Renew it and enter the new day with the staff code.',
    },
    severity: 2,
    mail: true,
  },
  'App.ClientsHandedOver': {
    label: { 'zh-Hans': '客户移交', 'en': 'Clients handed over' },
    title: { 'zh-Hans': '有客户移交给您', 'en': 'Clients were handed over to you' },
    text: {
      'zh-Hans': '{name}负责的客户已移交给您，请在客户列表中查看。',
      'en': 'Clients of {name} were handed over to you. See the list of clients.',
    },
    severity: 1,
  },
  'App.AgreementEnding': {
    label: { 'zh-Hans': '签约到期', 'en': 'Agreement ends' },
    title: { 'zh-Hans': '签约到期提醒', 'en': 'An agreement ends' },
    text: {
      'zh-Hans': '签约协议{number}将于{day}到期，请联系客户续签。',
      'en': 'The agreement {number} ends on {day}. Ask the client to renew it.',
    },
    severity: 1,
  },
  'App.BookingMoved': {
    label: { 'zh-Hans': '预约变更', 'en': 'Booking moved' },
    title: { 'zh-Hans': '预约已改约', 'en': 'A booking was moved' },
    text: {
      'zh-Hans': '预约{number}原定{from}，现为{to}，请留意医生和时间。',
      'en': 'The booking {number} of {from} is now at {to}; mind doctor and time.',
    },
    severity: 0,
  },
  'App.BookingCancelled': {
    label: { 'zh-Hans': '预约取消', 'en': 'Booking cancelled' },
    title: { 'zh-Hans': '预约已取消', 'en': 'A booking was cancelled' },
    text: {
      'zh-Hans': '预约{number}（{from}）已取消，号源已释放。',
      'en': 'The booking {number} of {from} was cancelled; its place is free.',
    },
    severity: 0,
  },
  'App.EscortAssigned': {
    label: { 'zh-Hans': '陪诊派单', 'en': 'Escort assigned' },
    title: { 'zh-Hans': '您有新的陪诊', 'en': 'You escort a client' },
    text: {
      'zh-Hans': '陪诊预约{number}已派给您，时间为{to}，请查看会合地点并按时到达。',
      'en': 'The escort booking {number} at {to} is yours. Look up the meeting point and be there in time.',
    },
    severity: 1,
  },
  'App.EscortMoved': {
    label: { 'zh-Hans': '陪诊变更', 'en': 'Escort moved' },
    title: { 'zh-Hans': '您的陪诊已改期', 'en': 'Your escort booking was moved' },
    text: {
      'zh-Hans': '陪诊预约{number}原定{from}，现为{to}，请留意时间。',
      'en': 'The escort booking {number} of {from} is now at {to}; mind the time.',
    },
    severity: 1,
  },
  'App.EscortEnded': {
    label: { 'zh-Hans': '陪诊取消', 'en': 'Escort cancelled' },
    title: { 'zh-Hans': '陪诊已取消或改派', 'en': 'You need not escort' },
    text: {
      'zh-Hans': '陪诊预约{number}（{from}）已取消或改派，请勿前往。',
      'en': 'The escort booking {number} of {from} was cancelled or is no longer yours; do not go.',
    },
    severity: 1,
  },
  'App.StaffApplied': {
    label: { 'zh-Hans': '人员申请', 'en': 'Application of staff' },
    title: { 'zh-Hans': '有新的人员申请', 'en': 'Somebody has applied' },
    text: {
      'zh-Hans': '{name}提交了人员申请，请及时审核。',
      'en': '{name} has applied to join the staff. Approve or refuse the application.',
    },
    severity: 1,
  },
  'App.RosterPublished': {
    label: { 'zh-Hans': '排班发布', 'en': 'Roster published' },
    title: { 'zh-Hans': '您的排班已发布', 'en': 'Your shifts are published' },
    text: {
      'zh-Hans': '{from}至{to}的排班已发布，请查看您的班次。',
      'en': 'The roster from {from} to {to} is published. Look at your shifts.',
    },
    severity: 1,
    mail: true,
  },
  'App.ShiftChanged': {
    label: { 'zh-Hans': '班次变动', 'en': 'Shift changed' },
    title: { 'zh-Hans': '您的班次有变动', 'en': 'A shift of yours has changed' },
    text: {
      'zh-Hans': '{day}的{type}已调整、换班或取消，请查看值班表。',
      'en': 'The shift {type} on {day} was changed, swapped or taken off. Look at the duty list.',
    },
    severity: 2,
    mail: true,
  },
  'App.ShiftStopped': {
    label: { 'zh-Hans': '停班', 'en': 'Shift stopped' },
    title: { 'zh-Hans': '您的班次已停', 'en': 'A shift of yours is stopped' },
    text: {
      'zh-Hans': '{day}的{type}已停班，您不用到岗；原因请查看值班表。',
      'en': 'The shift {type} on {day} is stopped, you need not come. The duty list has the reason.',
    },
    severity: 2,
    mail: true,
  },
} as const satisfies Readonly<Record<string, NoticePurpose>>;

export type NoticePurposeName = keyof typeof purposes;

/** Purposes of notices to users, by their names on the wire. */
export const noticePurposes: Readonly<Record<NoticePurposeName, NoticePurpose>> = purposes;

export const isNoticePurpose = (name: string): name is NoticePurposeName => Object.hasOwn(purposes, name);
