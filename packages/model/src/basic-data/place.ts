import { decimal } from '@kangmai/resource';

export const place = { group: '地址', groupEn: 'Address' } as const;

/** Where an organisation is, in degrees; maps give more decimals than are kept. */
export const coordinateFields = {
  longitude: decimal({
    label: '经度',
    en: 'Longitude',
    digits: [10, 6],
    rounded: true,
    min: -180,
    max: 180,
    ...place,
  }),
  latitude: decimal({ label: '纬度', en: 'Latitude', digits: [9, 6], rounded: true, min: -90, max: 90, ...place }),
};
