import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts('clients', {
  list: '客户列表', details: '客户详情', deviceCount: '设备数', health: '健康数据', timeline: '时间线', devices: '设备', guardians: '监护人', record: '档案', enter: '录入测量', edit: '编辑档案', bind: '绑定设备', figure: '指标', views: '客户资料', looks: '查看记录', consents: '授权', file: '文件',
  sex: '性别', age: '年龄', born: '出生日期', blood: '血型', phone: '手机号码', certificate: '证件号码', manager: '健康管理师', doctor: '责任医生', team: '服务团队', tags: '判定人群', unit: '所属机构', person: '基本信息',
  range: '时间范围', days7: '7天', days30: '30天', days90: '90天', year: '1年', custom: '自定义', noRight: '没有查看任何健康数据的权限', none: '所选时间内没有数据', noneOf: '{kinds}：所选时间内没有数据', control: '达标 {inside}/{judged} 次（{rate}%）', trendOf: '{name}的{kind}趋势', trendHint: '按客户查询后，此处显示该客户的趋势图。', all: '全部', measurements: '测量', cases: '异常',
  chartOf: '{kind}（{range}）', kind: '测量类型', client: '客户', clientMissing: '请选择客户', entryTitle: '录入测量', saved: '{kind}已保存', again: '请再测一次', againHint: '请休息1–2分钟后再测一次，两次都会保存。', doubtful: '该数值明显异常，请确认',
  first: '第一次', second: '第二次', mean: '平均', saveSecond: '保存第二次', finish: '完成', level: '判定', gone: '客户不存在或已被删除', pressureOrder: '收缩压须大于舒张压', allReadings: '全部测量数据', updated: '更新于 {time}',
}, {
  list: 'Client list', details: 'Client details', deviceCount: 'Devices', health: 'Health data', timeline: 'Timeline', devices: 'Devices', guardians: 'Guardians', record: 'Record', enter: 'Enter a measurement', edit: 'Edit record', bind: 'Bind a device', figure: 'Figure', views: 'Parts of the client', looks: 'Access log', consents: 'Consents', file: 'File',
  sex: 'Sex', age: 'Age', born: 'Born', blood: 'Blood group', phone: 'Mobile', certificate: 'ID number', manager: 'Health manager', doctor: 'Doctor in charge', team: 'Care team', tags: 'Groups', unit: 'Organisation unit', person: 'Person',
  range: 'Range of time', days7: '7 days', days30: '30 days', days90: '90 days', year: '1 year', custom: 'Custom', noRight: 'You may not see any health data', none: 'No data in the chosen time', noneOf: '{kinds}: no data in the chosen time', control: 'In range {inside} of {judged} ({rate}%)', trendOf: '{kind} of {name}', trendHint: 'Choose a client above to see the trend here.', all: 'All', measurements: 'Measurements', cases: 'Abnormal',
  chartOf: '{kind} ({range})', kind: 'Kind', client: 'Client', clientMissing: 'Choose a client', entryTitle: 'Enter a measurement', saved: '{kind} saved', again: 'Please measure again', againHint: 'Rest for 1–2 minutes, then measure again. Both values are kept.', doubtful: 'This value is very unusual, please check',
  first: 'First', second: 'Second', mean: 'Mean', saveSecond: 'Save second', finish: 'Done', level: 'Judged', gone: 'The client does not exist or was deleted', pressureOrder: 'Systolic must be above diastolic', allReadings: 'All measurements', updated: 'Updated {time}',
});
