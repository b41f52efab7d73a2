import { action, bool, choice, date, decimal, defineChoices, defineResource, id, ref, text } from '@kangmai/resource';

export const energyKinds = defineChoices({
  water: { label: '水', en: 'Water' },
  electricity: { label: '电', en: 'Electricity' },
  gas: { label: '燃气', en: 'Gas' },
  heat: { label: '供暖', en: 'Heating' },
  phone: { label: '电话', en: 'Telephone' },
  broadband: { label: '宽带', en: 'Broadband' },
  tv: { label: '电视', en: 'Television' },
});

export const chargeModes = defineChoices({
  meter: { label: '按表计量', en: 'By meter' },
  month: { label: '包月', en: 'By month' },
});

const reading = { digits: [12, 2], min: 0, max: 9_999_999_999.99 } as const;

/** What a reading tells: the state of the meter, and both meters where it was changed. */
export const readingInput = {
  readOn: date({ label: '抄表日期', en: 'Read on', required: true, start: 'today', wire: 'readDate' }),
  reading: decimal({
    label: '读数',
    en: 'Reading',
    ...reading,
    hint: '包月项目不填',
    hintEn: 'Empty for items charged by month',
  }),
  meterChanged: bool({
    label: '已换表',
    en: 'Meter changed',
    default: false,
    hint: '读数低于上次时必须勾选',
    hintEn: 'Needed where the reading is below the former one',
  }),
  formerMeterEnd: decimal({ label: '旧表止数', en: 'Last reading of the former meter', ...reading }),
  newMeterStart: decimal({ label: '新表起数', en: 'First reading of the new meter', ...reading }),
  rolledOver: bool({
    label: '走满归零',
    en: 'Rolled over',
    default: false,
    hint: '表盘走满后从零重新计数时勾选',
    hintEn: 'Where the meter began at zero again after its highest number',
  }),
  reason: text({
    label: '说明',
    en: 'Reason',
    max: 200,
    hint: '已换表或走满归零时必填',
    hintEn: 'Needed where the meter was changed or rolled over',
  }),
} as const;

export const energyItem = defineResource({
  name: 'energyItem',
  title: '能源与电信',
  en: 'Energy and telecom',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Energy',
  wire: {
    service: 'EnergyTelecoms',
    entity: 'EnergyTelecom',
    wrap: true,
    joins: { providerName: 'provider.name', buildingName: 'building.name', roomNo: 'room.roomNo' },
    calls: {
      list: 'GetAll',
      edit: 'GetEnergyTelecomForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetEnergyTelecomsToExcel',
    },
  },
  fields: {
    name: text({
      label: '项目名称',
      en: 'Name',
      example: '一号楼总电表',
      required: true,
      max: 40,
      unique: true,
      filter: 'like',
    }),
    kind: choice(energyKinds, { label: '类别', en: 'Kind', required: true, filter: 'exact' }),
    accountNo: text({ label: '户号', en: 'Account number', max: 40, filter: 'exact' }),
    building: ref('building', { label: '楼栋', en: 'Building', filter: 'exact', wire: 'buildingId' }),
    room: ref('room', { label: '房间', en: 'Room', filter: 'exact', wire: 'roomId' }),
    provider: ref('provider', { label: '供应单位', en: 'Supplier', index: true, wire: 'providerId' }),
    chargeMode: choice(chargeModes, { label: '计费方式', en: 'Charging', default: 'meter' }),
    rate: decimal({
      label: '单价',
      en: 'Price',
      example: 0.56,
      required: true,
      digits: [8, 4],
      min: 0,
      unit: '元/单位',
      wire: 'price',
      hint: '每单位用量的价格；包月项目为每月金额',
      hintEn: 'For each unit; for items charged by month the amount of a month',
    }),
    measureUnit: text({ label: '单位', en: 'Unit', example: '度', required: true, max: 10, wire: 'unit' }),
    lastReading: decimal({ label: '上次读数', en: 'Last reading', digits: [12, 2], readonly: true }),
    lastReadOn: date({ label: '上次抄表', en: 'Last read', readonly: true, wire: 'lastReadDate' }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  pairs: [['rate', 'measureUnit']],
  list: {
    columns: [
      'name',
      'kind',
      'building',
      'room',
      'accountNo',
      'provider',
      'chargeMode',
      'rate',
      'measureUnit',
      'lastReading',
      'lastReadOn',
      'isEnabled',
    ],
    sort: ['kind', 'name'],
    search: ['name', 'accountNo'],
  },
  display: 'name',
  detail: { related: ['energyReading'] },
  excel: { import: true, export: true },
  actions: {
    addReading: action({
      label: '抄表',
      en: 'Add a reading',
      wire: 'POST AddReading',
      permission: 'Edit',
      input: { id: id(), ...readingInput },
    }),
  },
});
