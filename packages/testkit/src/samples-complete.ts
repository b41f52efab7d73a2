import type { Body, Samples } from './samples.ts';

/** What a sample needs beyond the kinds of its fields, because the behaviour of its area asks for it. */
interface Completion {
  /** Domain values of a planted row. */
  readonly planted?: (seed: number) => Record<string, unknown>;
  /** Members of a body; undefined takes one away. */
  readonly body?: (seed: number, samples: Samples) => Promise<{ readonly [key: string]: Body[string] | undefined }>;
}

const luhn = (digits: string): string => {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const twice = at % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

/** A device number with a right check digit. */
export const sampleImei = (seed: number): string => luhn(`86012345${String(seed).padStart(6, '0').slice(-6)}`);

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** A resident's number of a man born on a day, with a right check character. */
export function sampleIdNumber(seed: number, birthday: string): string {
  const head = `110101${birthday.replaceAll('-', '')}${String((seed % 499) * 2 + 1).padStart(3, '0')}`;
  return head + '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(head[at]), 0) % 11];
}

const birthdayOf = (seed: number): string => new Date(Date.UTC(1960, 0, 1 + (seed % 7000))).toISOString().slice(0, 10);

const condition = { terms: [{ metric: 'high', op: '>=', value: 135 }] };

/** An imei belongs to a tenant by the host's allocation; samples get theirs beforehand. */
async function allocated(seed: number, samples: Samples): Promise<string> {
  const imei = sampleImei(seed);
  await samples.app.server.services.database.directory((tx) => tx.execute(
    'insert into dir_imei (tenant_id, imei, valid_from) select $1, $2, now() where not exists (select 1 from dir_imei where imei = $2 and valid_to is null)', [samples.tenantId, imei]));
  return imei;
}

export const completions: Readonly<Record<string, Completion>> = {
  organizationUnit: { planted: (seed) => ({ code: String(seed % 100_000).padStart(5, '0') }) },
  user: { planted: (seed) => ({ userName: `u${seed}`, emailAddress: `u${seed}@example.com` }) },
  device: { planted: (seed) => ({ imei: sampleImei(seed), lifecycle: 'inStock' }), body: async (seed, samples) => ({ imei: await allocated(seed, samples) }) },
  client: {
    planted: (seed) => ({ certificateNo: sampleIdNumber(seed, birthdayOf(seed)), birthday: birthdayOf(seed), regionCode: '110101' }),
    body: async (seed) => ({ certificate_no: sampleIdNumber(seed, birthdayOf(seed)), certificateType: '01', birthday: birthdayOf(seed), gender: '1', regionCode: '110101', crowdTypes: undefined }),
  },
  abnormalRule: {
    planted: () => ({ kind: 'bp', metric: 'high', direction: 'high', condition, scopeType: 'tenant', tag: null, client: null }),
    body: async (seed) => ({ ruleCode: `T${seed}`, dataType: 'bp', metric: 'high', direction: 1, condition, scopeType: 1, tagCode: undefined, userId: undefined, level: 1, ageGroup: 'all' }),
  },
};
