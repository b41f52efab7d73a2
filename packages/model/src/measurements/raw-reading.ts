import { choice, dateTime, defineChoices, defineResource, json, ref, text } from '@kangmai/resource';
import { deviceJoins } from '../shared/person.ts';
import { deviceMeasures } from '../shared/data-kinds.ts';

export const rawStates = defineChoices({
  stored: { label: '已入库', en: 'Stored', wire: 0, tone: 'good' },
  quarantined: { label: '隔离', en: 'Quarantined', wire: 2, tone: 'warn' },
});

/**
 * A row in the list of all kinds: a reading or a quarantined packet. The measurements' code builds it; it has no table
 * and no calls of the engine.
 */
export const rawReading = defineResource({
  name: 'rawReading',
  title: '设备原始数据',
  en: 'Raw device data',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Data',
  writes: [],
  storage: 'view',
  wire: {
    service: 'Watch_datas',
    entity: 'Watch_data',
    wrap: true,
    joins: { ...deviceJoins, userName: 'client.name', deviceTypeName: 'device.type' },
    calls: { list: 'GetAll' },
  },
  fields: {
    device: ref('device', { label: '设备IMEI', en: 'IMEI', by: 'imei', filter: 'exact', readonly: true, wire: 'imei' }),
    client: ref('client', { label: '客户', en: 'Client', filter: 'exact', readonly: true, wire: 'userId' }),
    kind: choice(deviceMeasures, { label: '数据类型', en: 'Kind', filter: 'exact', readonly: true, wire: 'dataType' }),
    values: json({ label: '数据内容', en: 'Values', readonly: true, wire: 'dataValue' }),
    measuredAt: dateTime({
      label: '测量时间',
      en: 'Measured at',
      filter: 'range',
      readonly: true,
      wire: 'measure_time',
    }),
    receivedAt: dateTime({ label: '接收时间', en: 'Received at', readonly: true, wire: 'receive_time' }),
    frame: text({ label: '原始帧', en: 'Original frame', max: 4096, readonly: true, wire: 'raw' }),
    source: text({ label: '接入来源', en: 'Ingest source', max: 32, readonly: true }),
    state: choice(rawStates, { label: '处理状态', en: 'State', filter: 'exact', readonly: true }),
    reason: text({ label: '原因', en: 'Reason', max: 64, readonly: true, wire: 'stateReason' }),
  },
  list: {
    columns: ['device', 'client', 'kind', 'values', 'measuredAt', 'receivedAt', 'state', 'reason', 'source'],
    sort: '-receivedAt',
    search: [],
  },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
});
