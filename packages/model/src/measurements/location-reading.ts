import { choice, dateTime, decimal, defineChoices, defineResource, integer, ref, text } from '@kangmai/resource';
import { datums } from '../shared/connection.ts';
import { arrivalFields, deviceKindCalls } from '../shared/measurement.ts';

export const locationTypes = defineChoices({
  satellite: { label: '卫星', en: 'Satellite', wire: 1 },
  wifi: { label: 'WiFi', en: 'WiFi', wire: 2 },
  cell: { label: '基站', en: 'Cell', wire: 3 },
  beacon: { label: '蓝牙信标', en: 'Bluetooth beacon', wire: 4 },
});

/** Positions of wearers. The pair that travels is in the tenant's map datum; every calculation uses the WGS-84 pair beside it. */
export const locationReading = defineResource({
  name: 'locationReading',
  title: '定位',
  en: 'Locations',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Locations',
  writes: [],
  storage: 'readings',
  wire: {
    service: 'Watch_locations', entity: 'Watch_location', wrap: true,
    joins: { userName: 'client.name', phoneNumber: 'client.phone', communityName: 'client.organizationUnit.displayName', isOnline: 'device.online' },
    calls: deviceKindCalls('Watch_location'),
  },
  fields: {
    device: ref('device', { label: '设备IMEI', en: 'Device IMEI', by: 'imei', required: true, filter: 'exact', readonly: true, wire: 'imei' }),
    client: ref('client', { label: '客户', en: 'Client', filter: 'exact', wire: 'userId' }),
    measuredAt: dateTime({ label: '定位时间', en: 'Located at', required: true, filter: 'range', wire: 'location_time' }),
    longitude: decimal({ label: '经度', en: 'Longitude', unit: '°', digits: [10, 6], min: -180, max: 180, required: true }),
    latitude: decimal({ label: '纬度', en: 'Latitude', unit: '°', digits: [10, 6], min: -90, max: 90, required: true }),
    wgsLongitude: decimal({ label: 'WGS-84经度', en: 'WGS-84 longitude', unit: '°', digits: [10, 6], min: -180, max: 180, required: true, readonly: true }),
    wgsLatitude: decimal({ label: 'WGS-84纬度', en: 'WGS-84 latitude', unit: '°', digits: [10, 6], min: -90, max: 90, required: true, readonly: true }),
    givenDatum: choice(datums, { label: '上报坐标系', en: 'Datum as sent', readonly: true, wire: 'coordType' }),
    locationType: choice(locationTypes, { label: '定位方式', en: 'Kind', required: true, filter: 'exact' }),
    accuracy: integer({ label: '精度', en: 'Accuracy', unit: 'm', size: 'small', min: 0, max: 20_000 }),
    speed: decimal({ label: '速度', en: 'Speed', unit: 'km/h', digits: [5, 1], min: 0, max: 500 }),
    course: integer({ label: '方向', en: 'Course', unit: '°', size: 'small', min: 0, max: 360 }),
    address: text({ label: '地址', en: 'Address', max: 200, sensitive: 'masked' }),
    battery: integer({ label: '电量', en: 'Battery', unit: '%', size: 'small', min: 0, max: 100 }),
    ...arrivalFields,
  },
  list: { columns: ['device', 'client', 'measuredAt', 'locationType', 'longitude', 'latitude', 'accuracy', 'speed', 'address', 'battery'], sort: '-measuredAt', search: ['client', 'device'] },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
});
