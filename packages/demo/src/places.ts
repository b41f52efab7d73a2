import type { Homeland } from './names.ts';
import type { Random } from './prng.ts';

/** A point on the WGS-84 ellipsoid, in degrees. */
export interface Point {
  readonly longitude: number;
  readonly latitude: number;
}

/** A district with its GB/T 2260 code and middle. */
export interface District extends Point {
  readonly code: string;
  readonly name: string;
}

/** A city that demo clients live in. */
export interface City {
  readonly name: string;
  readonly homeland: Homeland;
  readonly districts: readonly District[];
  /** Codes of nearby places, for the first six digits of identity numbers. */
  readonly birthplaces: readonly string[];
  /** Ethnic groups by code, with their share in percent; the rest is Han. */
  readonly minorities: readonly (readonly [code: string, percent: number])[];
}

const district = (code: string, name: string, [longitude, latitude]: readonly [number, number]): District => ({
  code,
  name,
  longitude,
  latitude,
});

/** The cities of the demo tenants. */
export const cities = {
  kunming: {
    name: '云南省昆明市',
    homeland: 'southwest',
    districts: [
      district('530102', '五华区', [102.7, 25.05]),
      district('530103', '盘龙区', [102.75, 25.07]),
      district('530111', '官渡区', [102.75, 25.01]),
      district('530112', '西山区', [102.66, 25.03]),
      district('530114', '呈贡区', [102.8, 24.89]),
    ],
    birthplaces: [
      '530102',
      '530103',
      '530111',
      '530112',
      '530115',
      '530124',
      '530181',
      '530302',
      '530402',
      '532301',
      '532501',
      '532901',
    ],
    minorities: [
      ['07', 5],
      ['14', 4],
      ['03', 3],
      ['27', 1],
    ],
  },
  hangzhou: {
    name: '浙江省杭州市',
    homeland: 'east',
    districts: [
      district('330102', '上城区', [120.18, 30.25]),
      district('330105', '拱墅区', [120.15, 30.32]),
      district('330106', '西湖区', [120.12, 30.27]),
      district('330108', '滨江区', [120.2, 30.19]),
      district('330109', '萧山区', [120.27, 30.17]),
    ],
    birthplaces: [
      '330102',
      '330105',
      '330106',
      '330109',
      '330122',
      '330127',
      '330182',
      '330402',
      '330602',
      '330702',
      '331002',
    ],
    minorities: [['22', 0.5]],
  },
  chengdu: {
    name: '四川省成都市',
    homeland: 'southwest',
    districts: [
      district('510104', '锦江区', [104.09, 30.64]),
      district('510105', '青羊区', [104.05, 30.67]),
      district('510106', '金牛区', [104.05, 30.7]),
      district('510107', '武侯区', [104.04, 30.63]),
      district('510108', '成华区', [104.11, 30.67]),
    ],
    birthplaces: [
      '510104',
      '510105',
      '510106',
      '510107',
      '510108',
      '510112',
      '510131',
      '510182',
      '510604',
      '511102',
      '511402',
    ],
    minorities: [
      ['04', 1],
      ['07', 1],
      ['03', 0.5],
    ],
  },
} as const satisfies Record<string, City>;

/** Codes of places in the rest of the country, with the surnames usual there. */
export const farBirthplaces: readonly (readonly [code: string, homeland: Homeland])[] = [
  ['110101', 'north'],
  ['110108', 'north'],
  ['120101', 'north'],
  ['130102', 'north'],
  ['210102', 'north'],
  ['230102', 'north'],
  ['370102', 'north'],
  ['410102', 'north'],
  ['610102', 'north'],
  ['310101', 'east'],
  ['320102', 'east'],
  ['340102', 'east'],
  ['360102', 'east'],
  ['420102', 'south'],
  ['430102', 'south'],
  ['440103', 'south'],
  ['350102', 'south'],
  ['500103', 'southwest'],
  ['520102', 'southwest'],
];

const streets = [
  '青竹',
  '云溪',
  '柏杨',
  '石榴',
  '玉带',
  '桂香',
  '松鹤',
  '望江',
  '长青',
  '采莲',
  '福寿',
  '晴川',
  '梧桐',
  '丹枫',
  '听泉',
] as const;
const kindsOfStreet = ['路', '街', '巷', '大道'] as const;
const compounds = [
  '颐园',
  '安和苑',
  '福满家园',
  '枫林小区',
  '锦绣花园',
  '康乐里',
  '文馨苑',
  '桃源小区',
  '银杏苑',
  '惠民家园',
  '春晖苑',
  '怡景小区',
] as const;

/** An address in the district: the district is real, street and compound are invented. */
export function addressIn(random: Random, city: City, home: District): string {
  const street = `${random.pick(streets)}${random.pick(kindsOfStreet)}${random.int(1, 288)}号`;
  const flat = `${random.int(1, 28)}栋${random.int(1, 4)}单元${random.int(1, 18)}0${random.int(1, 4)}室`;
  return `${city.name}${home.name}${street}${random.pick(compounds)}${flat}`;
}

/** A point within about three kilometres of the district's middle. */
export function pointIn(random: Random, home: District): Point {
  return {
    longitude: round6(random.normal(home.longitude, 0.011)),
    latitude: round6(random.normal(home.latitude, 0.009)),
  };
}

/** A coordinate with the six digits that are stored. */
export function round6(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
