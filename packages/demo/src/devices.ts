import { imeiCheckDigit } from '@kangmai/domain';
import type { RuleTag } from '@kangmai/domain';
import { demoDeviceProducts } from '@kangmai/model/reference';
import type { DeviceProductSeed } from '@kangmai/model/reference';
import { mixSeed, Random, scattered } from './prng.ts';

export interface DemoDevice {
  readonly imei: string;
  /** Model of its product. */
  readonly model: string;
  readonly typeCode: string;
  readonly sn: string;
  /** The printed code by which it is claimed. */
  readonly deviceCode: string;
  /** ICCID of the card in it; meters have none. */
  readonly simNo?: string;
  readonly firmware: string;
}

const serialsPerBlock = 1_000_000;
const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns one new device of a product per call; imeis of one source never repeat. */
export function deviceSource(seed: number): (product: DeviceProductSeed) => DemoDevice {
  const serialAt = scattered(serialsPerBlock, mixSeed(seed, 11));
  let made = 0;
  return (product) => {
    const serial = serialAt(made);
    const block = 86_908_100 + Math.floor(made / serialsPerBlock);
    const random = new Random(mixSeed(seed, 12, made));
    made += 1;
    const first14 = `${block}${String(serial).padStart(6, '0')}`;
    return {
      imei: `${first14}${imeiCheckDigit(first14)}`,
      model: product.model,
      typeCode: product.typeCode,
      sn: `${product.model.replaceAll('-', '')}${first14.slice(-9)}`,
      deviceCode: Array.from({ length: 8 }, () => random.character(codeLetters)).join(''),
      ...(product.typeCode === 'watch'
        ? { simNo: `898604${String(serial).padStart(13, '0')}${random.int(0, 9)}` }
        : {}),
      firmware: `V${random.int(1, 3)}.${random.int(0, 9)}.${random.int(0, 20)}`,
    };
  };
}

interface Likely {
  readonly typeCode: string;
  readonly otherwise: number;
  readonly by: Partial<Record<RuleTag, number>>;
}

const mix: readonly Likely[] = [
  { typeCode: 'bp_monitor', otherwise: 0.12, by: { hypertension: 0.62, ckd: 0.5, ['heart_failure']: 0.6 } },
  { typeCode: 'glucometer', otherwise: 0.01, by: { diabetes: 0.75 } },
  { typeCode: 'oximeter', otherwise: 0.02, by: { copd: 0.75, ['heart_failure']: 0.35 } },
  { typeCode: 'thermometer', otherwise: 0.06, by: { frail: 0.15 } },
  { typeCode: 'body_scale', otherwise: 0.1, by: { ['heart_failure']: 0.6, diabetes: 0.25 } },
];

function wearsWatch(random: Random, { age, tags }: { age: number; tags: readonly RuleTag[] }): boolean {
  return tags.includes('dementia') || random.chance(age >= 65 ? 0.6 : 0.42);
}

/** Device types for a person: at least one, a watch first. */
export function deviceTypesFor(random: Random, person: { age: number; tags: readonly RuleTag[] }): readonly string[] {
  const chosen = wearsWatch(random, person) ? ['watch'] : [];
  for (const { typeCode, otherwise, by } of mix) {
    if (random.chance(Math.max(otherwise, ...person.tags.map((tag) => by[tag] ?? 0)))) chosen.push(typeCode);
  }
  return chosen.length > 0 ? chosen : ['watch'];
}

/** A product of the type; the first of a type is the most frequent. */
export function productFor(random: Random, typeCode: string): DeviceProductSeed {
  const products = demoDeviceProducts.filter((product) => product.typeCode === typeCode);
  return random.weighted(products.map((product, index) => [product, 1 / (1 + index * 1.5)] as const));
}
