import { dateTime, defineResource, ref, text } from '@kangmai/resource';

/** Who lay in a bed, from when to when; written by check-in, move and check-out alone. */
export const bedStay = defineResource({
  name: 'bedStay',
  title: '床位入住记录',
  en: 'Stays in beds',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Room',
  writes: [],
  wire: {
    service: 'BedStays',
    entity: 'BedStay',
    wrap: true,
    joins: { clientName: 'client.name', bedName: 'bed.name', roomName: 'bed.room.name' },
    calls: { list: 'GetAll', view: 'GetBedStayForView', excel: 'GetBedStaysToExcel' },
  },
  fields: {
    bed: ref('bed', { label: '床位', en: 'Bed', required: true, readonly: true, filter: 'exact', wire: 'BedId' }),
    client: ref('client', {
      label: '入住人',
      en: 'Occupant',
      required: true,
      readonly: true,
      filter: 'exact',
      wire: 'client_id',
    }),
    beganAt: dateTime({
      label: '入住时间',
      en: 'Since',
      required: true,
      readonly: true,
      filter: 'range',
      wire: 'BeginTime',
    }),
    endedAt: dateTime({ label: '结束时间', en: 'Until', readonly: true, filter: 'range', wire: 'EndTime' }),
    remark: text({ label: '备注', en: 'Remark', readonly: true, max: 200 }),
    reason: text({ label: '结束原因', en: 'Reason of the end', readonly: true, max: 200 }),
  },
  noOverlap: [
    { within: ['bed'], from: 'beganAt', to: 'endedAt' },
    { within: ['client'], from: 'beganAt', to: 'endedAt' },
  ],
  list: { columns: ['client', 'bed', 'beganAt', 'endedAt', 'reason'], sort: '-beganAt', search: ['client', 'bed'] },
  display: 'client',
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
});
