import {
  action,
  choice,
  dateTime,
  defineChoices,
  defineResource,
  defineStates,
  json,
  move,
  ref,
  refs,
  text,
} from '@kangmai/resource';
import { deviceMeasures } from '../shared/data-kinds.ts';

export const quarantineReasons = defineChoices({
  unknownImei: { label: '未登记设备', en: 'Unknown device', wire: 'unknown_imei' },
  foreignSource: { label: '来源不符', en: 'Foreign source', wire: 'foreign_source' },
  outOfRange: { label: '数值不可能', en: 'Impossible value', wire: 'out_of_range' },
  badTime: { label: '时间错误', en: 'Wrong time', wire: 'bad_time' },
  bindUncertain: { label: '佩戴人不确定', en: 'Wearer uncertain', wire: 'bind_uncertain' },
  conflict: { label: '数值冲突', en: 'Conflicting values', wire: 'conflict' },
  tooOld: { label: '超过补传期', en: 'Too old', wire: 'too_old' },
  badFormat: { label: '格式错误', en: 'Bad format', wire: 'bad_format' },
});

export const quarantineStates = defineStates({
  waiting: { label: '待处理', en: 'Waiting', wire: 0, tone: 'warn' },
  replayed: { label: '已重放', en: 'Replayed', wire: 1, tone: 'good' },
  discarded: { label: '已丢弃', en: 'Discarded', wire: 2, tone: 'neutral', aside: true },
  expired: { label: '已过期', en: 'Expired', wire: 3, tone: 'neutral', aside: true },
});

export const quarantinedReading = defineResource({
  name: 'quarantinedReading',
  title: '隔离数据',
  en: 'Quarantined readings',
  scope: 'both',
  permission: 'Pages.WatChDataManage.Ingest',
  wire: {
    service: 'IngestQuarantines',
    entity: 'IngestQuarantine',
    wrap: true,
    calls: { list: 'GetAll', excel: 'GetIngestQuarantinesToExcel' },
  },
  fields: {
    imei: text({ label: '设备IMEI', en: 'IMEI', max: 32, filter: 'exact', readonly: true }),
    kind: choice(deviceMeasures, { label: '数据类型', en: 'Kind', filter: 'exact', readonly: true, wire: 'dataType' }),
    measuredAt: dateTime({ label: '测量时间', en: 'Measured at', readonly: true, wire: 'measure_time' }),
    reason: choice(quarantineReasons, { label: '原因', en: 'Reason', required: true, filter: 'exact', readonly: true }),
    payload: json({ label: '原始内容', en: 'Payload', sensitive: 'masked', readonly: true }),
    source: text({ label: '来源', en: 'Source', max: 32, readonly: true }),
    ingestSource: ref('ingestSource', { label: '接入来源', en: 'Ingest source', readonly: true, wire: 'sourceId' }),
    state: choice(quarantineStates, {
      label: '状态',
      en: 'State',
      default: 'waiting',
      readonly: true,
      filter: 'exact',
    }),
    settledAt: dateTime({ label: '处理时间', en: 'Settled at', readonly: true }),
    settledReason: text({ label: '处理说明', en: 'How it was settled', max: 200, readonly: true }),
  },
  list: {
    columns: ['imei', 'kind', 'measuredAt', 'reason', 'source', 'state', 'settledAt', 'settledReason'],
    sort: '-createdAt',
    search: ['imei', 'source'],
  },
  display: 'imei',
  excel: { import: false, export: true },
  actions: {
    replay: action({
      label: '重放',
      en: 'Replay',
      wire: 'POST Replay',
      permission: 'Edit',
      many: true,
      confirm: '确定重放所选数据？',
      confirmEn: 'Replay the selected data?',
      input: {
        rows: refs('quarantinedReading', { label: '隔离数据', en: 'Rows', wire: 'ids' }),
        imei: text({ label: '设备IMEI', en: 'IMEI', max: 32 }),
        client: ref('client', { label: '佩戴人', en: 'Wearer', wire: 'userId' }),
      },
    }),
    discard: action({
      label: '丢弃',
      en: 'Discard',
      wire: 'POST Discard',
      permission: 'Edit',
      many: true,
      confirm: '确定丢弃所选数据？',
      confirmEn: 'Discard the selected data?',
      input: {
        rows: refs('quarantinedReading', { label: '隔离数据', en: 'Rows', required: true, wire: 'ids' }),
        reason: text({ label: '原因', en: 'Reason', required: true, max: 200 }),
      },
    }),
  },
  // Made by the actions of the same names, many rows at once, and by the product.
  moves: {
    on: 'state',
    replay: move({ label: '重放', en: 'Replay', from: ['waiting'], to: 'replayed' }),
    discard: move({ label: '丢弃', en: 'Discard', from: ['waiting'], to: 'discarded' }),
    expire: move({ label: '过期', en: 'Expire', from: ['waiting'], to: 'expired' }),
  },
});
