import { date, dateTime, decimal, defineResource, integer, json } from '@kangmai/resource';
import { deviceKindCalls, measurementFields, measurementJoinFilters, measurementJoins } from '../shared/measurement.ts';

const perMinute = { unit: '次/分', size: 'small' } as const;
const minutes = { unit: 'min', size: 'small', min: 0 } as const;

export const mattressSleepReport = defineResource({
  name: 'mattressSleepReport',
  title: '睡眠报告',
  en: 'Sleep reports',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Sleep',
  writes: ['Delete'],
  storage: 'readings',
  wire: { service: 'xyjMattress_sleepReports', entity: 'xyjMattress_sleepReport', wrap: true, joins: measurementJoins, joinFilters: measurementJoinFilters, calls: deviceKindCalls('xyjMattress_sleepReport') },
  fields: measurementFields({
    reportOn: date({ label: '报告日期', en: 'Night of', required: true, filter: 'range', hint: '醒来的日期', hintEn: 'The day of waking up', wire: 'report_date' }),
    inBedAt: dateTime({ label: '上床时间', en: 'In bed', wire: 'inBedTime' }),
    asleepAt: dateTime({ label: '入睡时间', en: 'Fell asleep', wire: 'sleepTime' }),
    awakeAt: dateTime({ label: '醒来时间', en: 'Woke up', wire: 'wakeTime' }),
    outOfBedAt: dateTime({ label: '起床时间', en: 'Out of bed', wire: 'outBedTime' }),
    totalMinutes: integer({ label: '睡眠时长', en: 'Asleep', ...minutes, max: 1440, required: true }),
    deepMinutes: integer({ label: '深睡', en: 'Deep', ...minutes, max: 900 }),
    lightMinutes: integer({ label: '浅睡', en: 'Light', ...minutes, max: 1200 }),
    remMinutes: integer({ label: '快速眼动', en: 'REM', ...minutes, max: 600 }),
    awakeMinutes: integer({ label: '清醒', en: 'Awake', ...minutes, max: 900 }),
    leaveBedCount: integer({ label: '离床次数', en: 'Times out of bed', unit: '次', size: 'small', min: 0, max: 50 }),
    leaveBedMinutes: integer({ label: '离床时长', en: 'Minutes out of bed', ...minutes, max: 900 }),
    bodyMoveCount: integer({ label: '体动次数', en: 'Movements', unit: '次', size: 'small', min: 0, max: 2000 }),
    avgHeart: integer({ label: '平均心率', en: 'Mean heart rate', ...perMinute, min: 20, max: 250 }),
    maxHeart: integer({ label: '最高心率', en: 'Max heart rate', ...perMinute, min: 20, max: 250 }),
    minHeart: integer({ label: '最低心率', en: 'Min heart rate', ...perMinute, min: 20, max: 250 }),
    avgBreath: integer({ label: '平均呼吸率', en: 'Mean breathing rate', ...perMinute, min: 3, max: 60 }),
    maxBreath: integer({ label: '最高呼吸率', en: 'Max breathing rate', ...perMinute, min: 3, max: 60 }),
    minBreath: integer({ label: '最低呼吸率', en: 'Min breathing rate', ...perMinute, min: 3, max: 60 }),
    ahi: decimal({ label: '呼吸暂停低通气指数', en: 'AHI', unit: '次/时', digits: [4, 1], min: 0, max: 150, hint: '筛查值，诊断需多导睡眠监测', hintEn: 'A screening value; a diagnosis needs polysomnography' }),
    score: integer({ label: '睡眠评分', en: 'Score', unit: '分', size: 'small', min: 0, max: 100, filter: 'range' }),
    hypnogram: json({ label: '睡眠分期', en: 'Hypnogram' }),
  }),
  list: { columns: ['client', 'reportOn', 'score', 'totalMinutes', 'deepMinutes', 'leaveBedCount', 'avgHeart', 'avgBreath', 'ahi', 'level', 'device'], sort: '-measuredAt', search: ['client'] },
  display: 'reportOn',
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
});
