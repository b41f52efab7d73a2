import { choice, decimal, defineChoices, defineResource } from '@kangmai/resource';
import {
  manualKindCalls,
  measurementFields,
  measurementJoinFilters,
  measurementJoins,
  readingMarks,
} from '../shared/measurement.ts';

export const temperatureSites = defineChoices({
  armpit: { label: '腋下', en: 'Armpit', wire: 1 },
  mouth: { label: '口腔', en: 'Mouth', wire: 2 },
  ear: { label: '耳温', en: 'Ear', wire: 3 },
  forehead: { label: '额温', en: 'Forehead', wire: 4 },
  wrist: { label: '手腕', en: 'Wrist', wire: 5 },
});

export const temperatureReading = defineResource({
  name: 'temperatureReading',
  title: '体温',
  en: 'Body temperature',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Temperature',
  storage: 'readings',
  wire: {
    service: 'Watch_temperatures',
    entity: 'Watch_temperature',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: manualKindCalls('Watch_temperature'),
  },
  fields: measurementFields({
    // One of the two is there: a wrist value without compensation is a surface temperature only.
    temperature: decimal({
      label: '体温',
      en: 'Temperature',
      example: 36.5,
      unit: '℃',
      digits: [3, 1],
      min: 15,
      max: 46,
      filter: 'range',
    }),
    site: choice(temperatureSites, { label: '部位', en: 'Site', default: 'armpit' }),
    surfaceTemperature: decimal({
      label: '体表温度',
      en: 'Skin temperature',
      unit: '℃',
      digits: [3, 1],
      min: 10,
      max: 45,
    }),
  }),
  list: {
    columns: [
      'client',
      'temperature',
      'surfaceTemperature',
      'site',
      'level',
      'measuredAt',
      'origin',
      'operator',
      'quality',
      'device',
    ],
    marks: readingMarks,
    sort: '-measuredAt',
    search: ['client'],
  },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
});
