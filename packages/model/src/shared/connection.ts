import { defineChoices } from '@kangmai/resource';

const protocols = {
  json: { label: '平台JSON', en: 'Platform JSON' },
  watchText: { label: '手表文本协议', en: 'Watch text protocol', wire: 'watch3g' },
  traccar: { label: 'Traccar转发', en: 'Traccar forward' },
  mqtt: { label: 'MQTT', en: 'MQTT' },
  owon: { label: 'OWON网关', en: 'OWON gateway' },
  huawei: { label: '华为运动健康', en: 'Huawei Health' },
} as const;

/** How a source delivers. An importing source brings recorded readings of any age. */
export const sourceProtocols = defineChoices({
  ...protocols,
  import: { label: '数据导入与回放', en: 'Import and replay' },
});

/** How the data of a product reach the platform. */
export const productProtocols = defineChoices({ ...protocols, manual: { label: '手工', en: 'By hand' } });

/** Reference systems of positions. */
export const datums = defineChoices({
  wgs84: { label: 'WGS-84', en: 'WGS-84' },
  gcj02: { label: 'GCJ-02', en: 'GCJ-02' },
  bd09: { label: 'BD-09', en: 'BD-09' },
});

export const onlineStates = defineChoices({
  offline: { label: '离线', en: 'Offline', wire: 0, tone: 'neutral' },
  online: { label: '在线', en: 'Online', wire: 1, tone: 'good' },
});
