import {
  choice,
  dateTime,
  defineChoices,
  integer,
  ref,
  text,
  type AnyField,
  type AnyResource,
  type Fields,
  bool,
  type RowsAbout,
} from '@kangmai/resource';
import { abnormalLevels } from './levels.ts';
import { deviceJoins, examplePerson, personJoins } from './person.ts';

/** Where a reading came from; user calls may only say `manual`. */
export const dataOrigins = defineChoices({
  wearable: { label: '穿戴设备', en: 'Wearable', wire: 0 },
  manual: { label: '手工录入', en: 'Entered by hand', wire: 1 },
  bluetooth: { label: '家用蓝牙设备', en: 'Home Bluetooth device', wire: 2 },
  kiosk: { label: '健康一体机', en: 'Health kiosk', wire: 3 },
  platform: { label: '第三方健康平台', en: 'Third-party platform', wire: 4 },
  imported: { label: '批量导入', en: 'Imported', wire: 5 },
  gateway: { label: '网关传感器', en: 'Gateway sensor', wire: 6 },
});

export const abnormalFlags = defineChoices({
  normal: { label: '正常', en: 'Normal', wire: 0, tone: 'good' },
  abnormal: { label: '异常', en: 'Abnormal', wire: 1, tone: 'bad' },
});

export const timeQualities = defineChoices({
  asSent: { label: '正常', en: 'As sent', wire: 0 },
  corrected: { label: '校正', en: 'Corrected', wire: 1 },
  receiveTime: { label: '接收时间', en: 'Time of receipt', wire: 2 },
  late: { label: '补传', en: 'Sent late', wire: 3 },
});

export const readingQualities = defineChoices({
  valid: { label: '有效', en: 'Valid', wire: 0, tone: 'good' },
  retest: { label: '请复测', en: 'Measure again', wire: 1, tone: 'warn' },
  poorContact: { label: '接触不良', en: 'Poor contact', wire: 2, tone: 'neutral' },
  moving: { label: '活动中', en: 'In motion', wire: 3, tone: 'neutral' },
  void: { label: '已作废', en: 'Void', wire: 4, tone: 'neutral' },
  notWorn: { label: '未佩戴', en: 'Not worn', wire: 5, tone: 'neutral' },
});

/** Readings that an equal one of another source stands for; the statistics note them. */
export const readingTwins: RowsAbout = {
  table: 'reading_twin',
  on: { ['client_id']: 'client_id', ['measured_at']: 'measured_at', ['reading_id']: 'id' },
};

/** Marks that lists of readings draw beside the quality of a reading. */
export const readingMarks = { quality: ['isTwin'] } as const;

/** What every row of a reading table knows of its arrival. A correction is a new row that names the row it replaces. */
export const arrivalFields = {
  receivedAt: dateTime({ label: '接收时间', en: 'Received at', required: true, readonly: true, wire: 'receive_time' }),
  deviceTime: dateTime({ label: '设备原始时间', en: "Device's own time", readonly: true, wire: 'raw_time' }),
  timeQuality: choice(timeQualities, { label: '时间质量', en: 'Time quality', default: 'asSent', readonly: true }),
  quality: choice(readingQualities, {
    label: '数据质量',
    en: 'Quality',
    default: 'valid',
    readonly: true,
    filter: 'exact',
  }),
  isTwin: bool({ label: '重复', en: 'Double', readonly: true, namedIn: readingTwins }),
  supersedes: integer({ label: '替代记录', en: 'Row it replaces', size: 'big', readonly: true }),
  operator: ref('user', { label: '录入人', en: 'Entered by', readonly: true, wire: 'operatorUserId' }),
  slot: integer({
    label: '设备内用户位',
    en: 'User slot',
    size: 'small',
    min: 1,
    max: 8,
    default: 1,
    readonly: true,
    wire: 'userSlot',
  }),
  source: ref('ingestSource', { label: '接入来源', en: 'Ingest source', readonly: true, wire: 'sourceId' }),
  childImei: text({ label: '子设备编号', en: 'Sub-device id', max: 32, readonly: true }),
  seq: integer({ label: '修订号', en: 'Revision', readonly: true }),
} as const;

/** Whose reading it is, and of when. */
const subjectFields = {
  device: ref('device', {
    label: '设备IMEI',
    en: 'Device IMEI',
    by: 'imei',
    wire: 'imei',
    filter: 'exact',
    readonly: true,
  }),
  client: ref('client', {
    label: '客户',
    en: 'Client',
    example: examplePerson.number,
    wire: 'userId',
    filter: 'exact',
  }),
  measuredAt: dateTime({
    label: '测量时间',
    en: 'Measured at',
    required: true,
    start: 'now',
    filter: 'range',
    wire: 'measure_time',
  }),
} as const;

/** What was found of it and how it arrived. */
const findingFields = {
  origin: choice(dataOrigins, {
    label: '数据来源',
    en: 'Data source',
    default: 'manual',
    filter: 'exact',
    wire: 'deviceType',
  }),
  flag: choice(abnormalFlags, {
    label: '是否异常',
    en: 'Abnormal',
    default: 'normal',
    readonly: true,
    filter: 'exact',
    wire: 'isAbnormal',
  }),
  level: choice(abnormalLevels, {
    label: '异常级别',
    en: 'Abnormal level',
    default: 'normal',
    readonly: true,
    filter: 'exact',
    wire: 'abnormalLevel',
  }),
  result: text({ label: '判定结果', en: 'Result', max: 64, readonly: true }),
  remark: text({ label: '备注', en: 'Remark', max: 200 }),
  ...arrivalFields,
} as const;

/**
 * The fields of a kind of measurement: those of every kind, around those of its own.
 * @example fields: measurementFields({ high: integer({…}) })
 */
export const measurementFields = <const F extends Fields>(own: F) => ({ ...subjectFields, ...own, ...findingFields });

/** A field that every kind of measurement has. Positions have some of them. */
export type CommonField = keyof typeof subjectFields | keyof typeof findingFields;

/** Whether a field of a reading is one that every kind of measurement has. */
export const isCommonField = (name: string): name is CommonField => name in subjectFields || name in findingFields;

/**
 * What a door shows of a kind of reading: what every kind has, and some fields of its own.
 * @example fields: commonFieldsWith('weight', 'height')
 */
export const commonFieldsWith = <const N extends string>(...own: readonly N[]): readonly (CommonField | N)[] => [
  ...(Object.keys(subjectFields) as (keyof typeof subjectFields)[]),
  ...own,
  ...(Object.keys(findingFields) as (keyof typeof findingFields)[]),
];

/** The fields that only this kind of reading has. */
export const ownFieldsOf = ({ fields }: AnyResource): readonly (readonly [name: string, field: AnyField])[] =>
  Object.entries(fields).filter(([name]) => !isCommonField(name));

/** Names shown beside every kind of reading. */
export const measurementJoins = {
  ...personJoins,
  ...deviceJoins,
  deviceTypeName: 'device.type.typeName',
  operatorUserName: 'operator.name',
  operatorFullName: 'operator.fullName',
  operatorUserSurname: 'operator.surname',
} as const;

/** Joined names by which readings are looked up. */
export const measurementJoinFilters = ['communityId', 'deviceTypeName'] as const;

/** Calls of a kind that only devices send. */
export const deviceKindCalls = <const E extends string>(entity: E) =>
  ({ list: 'GetAll', excel: `Get${entity}sToExcel` }) as const;

/** Calls of a kind that people may also enter by hand; the entry itself is judged, so its module serves the saving. */
export const manualKindCalls = <const E extends string>(entity: E) =>
  ({ ...deviceKindCalls(entity), edit: `Get${entity}ForEdit`, save: 'CreateOrEdit' }) as const;
