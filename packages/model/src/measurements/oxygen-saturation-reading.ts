import { choice, decimal, defineChoices, defineResource, integer } from '@kangmai/resource';
import {
  manualKindCalls,
  measurementFields,
  measurementJoinFilters,
  measurementJoins,
  readingMarks,
} from '../shared/measurement.ts';

export const oxygenStates = defineChoices({
  roomAir: { label: '吸空气', en: 'Room air', wire: 0 },
  onOxygen: { label: '吸氧', en: 'On oxygen', wire: 1, tone: 'info' },
});

export const oxygenSaturationReading = defineResource({
  name: 'oxygenSaturationReading',
  title: '血氧',
  en: 'Blood oxygen',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Watch_spo2s',
  storage: 'readings',
  wire: {
    service: 'Watch_spo2s',
    entity: 'Watch_spo2',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: manualKindCalls('Watch_spo2'),
  },
  fields: measurementFields({
    spo2: integer({
      label: '血氧饱和度',
      en: 'SpO2',
      example: 97,
      unit: '%',
      size: 'small',
      min: 10,
      max: 100,
      required: true,
      filter: 'range',
    }),
    heart: integer({ label: '脉率', en: 'Pulse', example: 72, unit: '次/分', size: 'small', min: 10, max: 300 }),
    perfusion: decimal({ label: '灌注指数', en: 'Perfusion index', unit: '%', digits: [4, 1], min: 0, max: 30 }),
    oxygenState: choice(oxygenStates, { label: '吸氧状态', en: 'Oxygen' }),
    oxygenFlow: decimal({ label: '氧流量', en: 'Oxygen flow', unit: 'L/min', digits: [3, 1], min: 0, max: 15 }),
  }),
  list: {
    columns: [
      'client',
      'spo2',
      'heart',
      'perfusion',
      'oxygenState',
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
