import {
  action,
  bool,
  choice,
  dateTime,
  defineChoices,
  defineResource,
  id,
  integer,
  json,
  secret,
  text,
} from '@kangmai/resource';
import { datums, sourceProtocols } from '../shared/connection.ts';

export const sourceAuthentications = defineChoices({
  hmac: { label: '签名', en: 'Signature' },
  bearer: { label: '静态令牌', en: 'Static token' },
});

export const ingestSource = defineResource({
  name: 'ingestSource',
  title: '数据接入源',
  en: 'Ingest sources',
  scope: 'both',
  permission: 'Pages.WatChDataManage.Ingest',
  wire: {
    service: 'IngestSources',
    entity: 'IngestSource',
    wrap: true,
    calls: { list: 'GetAll', edit: 'GetIngestSourceForEdit', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    sourceName: text({ label: '名称', en: 'Name', required: true, max: 64, filter: 'like' }),
    // Part of every delivery's address and signature, so it stays.
    sourceCode: text({ label: '编码', en: 'Code', required: true, max: 32, unique: true, fixed: true }),
    protocol: choice(sourceProtocols, { label: '协议', en: 'Protocol', required: true, filter: 'exact' }),
    authentication: choice(sourceAuthentications, {
      label: '鉴权方式',
      en: 'Authentication',
      default: 'hmac',
      wire: 'authType',
    }),
    apiKey: secret({ label: '密钥', en: 'Key', max: 64, readonly: true }),
    previousApiKey: secret({ label: '旧密钥', en: 'Former key', max: 64, readonly: true }),
    previousApiKeyUntil: dateTime({ label: '旧密钥有效至', en: 'Former key valid until', readonly: true }),
    ipAllow: text({ label: '允许的地址', en: 'Allowed addresses', max: 2000, rows: 3 }),
    imeiList: json({ label: '允许的设备', en: 'Allowed imeis', max: 400_000 }),
    imeiPrefix: text({ label: '设备号前缀', en: 'Imei prefix', max: 17 }),
    datum: choice(datums, { label: '坐标系', en: 'Datum', default: 'wgs84', wire: 'coordType' }),
    timeZone: text({ label: '设备时区', en: 'Device time zone', max: 40, default: 'Asia/Shanghai' }),
    ratePerMinute: integer({ label: '每分钟上限', en: 'Rate limit', min: 10, max: 600_000, default: 6000 }),
    isValid: bool({ label: '启用', en: 'Valid', default: true, filter: 'exact', wire: 'valid' }),
    lastReceivedAt: dateTime({ label: '最近接收', en: 'Last received', readonly: true, wire: 'lastReceiveTime' }),
  },
  list: {
    columns: ['sourceName', 'sourceCode', 'protocol', 'authentication', 'ratePerMinute', 'isValid', 'lastReceivedAt'],
    sort: '-createdAt',
    search: ['sourceName', 'sourceCode'],
  },
  display: 'sourceName',
  excel: { import: false, export: false },
  actions: {
    rotateKey: action({
      label: '更换密钥',
      en: 'Rotate the key',
      wire: 'POST RotateKey',
      permission: 'Edit',
      confirm: '更换后旧密钥24小时内仍有效，确定更换？',
      confirmEn: 'The old key stays valid for 24 hours. Rotate the key?',
      input: { id: id() },
    }),
  },
});
