import { defineChoices, defineStates } from '@kangmai/resource';

export const alarmReceivers = defineChoices({
  wearer: { label: '本人', en: 'The person' },
  guardian1: { label: '第一监护人', en: 'First guardian' },
  guardian2: { label: '第二监护人', en: 'Second guardian' },
  manager: { label: '健康管理师', en: 'Health manager' },
  doctor: { label: '责任医生', en: 'Doctor' },
  teamLeader: { label: '团队长', en: 'Team leader' },
  teamDoctors: { label: '团队医生', en: 'Doctors of the team' },
  duty: { label: '值班人员', en: 'Staff on duty' },
  standIn: { label: '替班人员', en: 'Stand-ins' },
  dutyPhone: { label: '值班电话', en: 'Duty phone' },
  callCenter: { label: '呼叫中心', en: 'Call centre' },
});

export const alarmChannels = defineChoices({
  inapp: { label: '站内', en: 'On screen' },
  template: { label: '公众号', en: 'WeChat' },
  sms: { label: '短信', en: 'SMS' },
  mail: { label: '邮件', en: 'Mail' },
  phone: { label: '电话', en: 'Phone' },
});

/** What a policy is for. */
export const alarmSources = defineChoices({
  any: { label: '全部', en: 'All' },
  reading: { label: '健康数据', en: 'Health readings' },
  device: { label: '设备状态', en: 'State of devices' },
  sos: { label: '求助与跌倒', en: 'SOS and falls' },
  gateway: { label: '居家安全', en: 'Home safety' },
});

export const alarmNoticeStates = defineStates({
  waiting: { label: '待发', en: 'To be sent', wire: 0, tone: 'neutral' },
  sent: { label: '已发', en: 'Sent', wire: 1, tone: 'info' },
  acknowledged: { label: '已知晓', en: 'Acknowledged', wire: 2, tone: 'good' },
  failed: { label: '失败', en: 'Failed', wire: 3, tone: 'bad' },
  cancelled: { label: '已取消', en: 'Cancelled', wire: 4, tone: 'neutral' },
  called: { label: '已拨打', en: 'Called', wire: 6, tone: 'good' },
  nobody: { label: '无接收人', en: 'No receiver', wire: 5, tone: 'warn' },
});
