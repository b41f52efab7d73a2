import { date, decimal, defineResource, money, ref } from '@kangmai/resource';
import { readingInput } from './energy-item.ts';

/** Readings of meters and the months of monthly items, with what they cost; the last one alone may be taken back. */
export const energyReading = defineResource({
  name: 'energyReading',
  title: '抄表记录',
  en: 'Meter readings',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Energy',
  wire: {
    service: 'EnergyReadings',
    entity: 'EnergyReading',
    wrap: true,
    joins: { itemName: 'item.name', unit: 'item.measureUnit' },
    calls: { list: 'GetAll', remove: 'Delete', excel: 'GetEnergyReadingsToExcel' },
  },
  fields: {
    item: ref('energyItem', { label: '项目', en: 'Item', required: true, filter: 'exact', wire: 'itemId' }),
    readOn: date({ label: '抄表日期', en: 'Read on', required: true, filter: 'range', wire: 'readDate' }),
    reading: readingInput.reading,
    meterChanged: readingInput.meterChanged,
    formerMeterEnd: readingInput.formerMeterEnd,
    newMeterStart: readingInput.newMeterStart,
    rolledOver: readingInput.rolledOver,
    reason: readingInput.reason,
    usage: decimal({ label: '用量', en: 'Usage', digits: [12, 2], required: true, readonly: true }),
    rate: decimal({
      label: '单价',
      en: 'Price',
      digits: [8, 4],
      required: true,
      readonly: true,
      unit: '元/单位',
      wire: 'price',
    }),
    cost: money({ label: '费用', en: 'Cost', required: true, readonly: true }),
    formerReading: decimal({ label: '上次读数', en: 'Former reading', digits: [12, 2], readonly: true }),
    formerReadOn: date({ label: '上次抄表', en: 'Formerly read', readonly: true }),
  },
  unique: [['item', 'readOn']],
  list: {
    columns: ['item', 'readOn', 'formerReading', 'reading', 'meterChanged', 'usage', 'rate', 'cost'],
    sort: '-readOn',
    search: ['item'],
    sums: ['cost'],
  },
  display: 'readOn',
  excel: { import: false, export: true },
});
