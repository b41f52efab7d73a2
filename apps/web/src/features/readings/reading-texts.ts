import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'readings',
  {
    newestOf: '{imei} 的最新数据',
    none: '该设备暂无数据',
    wearer: '佩戴人',
    battery: '电量',
    online: '在线',
    offline: '离线',
    nobody: '未绑定',
    deviceType: '设备类型',
  },
  {
    newestOf: 'Newest data of {imei}',
    none: 'Nothing from this device yet',
    wearer: 'Wearer',
    battery: 'Battery',
    online: 'Online',
    offline: 'Offline',
    nobody: 'Not bound',
    deviceType: 'Device type',
  },
);
