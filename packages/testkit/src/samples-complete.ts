import { moneyOf } from '@kangmai/domain';
import { manualKinds, model, readingOfKind } from '@kangmai/model';
import type { AnyResource, Json } from '@kangmai/resource';
import type { CallCtx } from '@kangmai/server/engine/crud/call-ctx';
import type { SampledApp } from './app.ts';
import { ofDuty } from './samples-duty.ts';
import { ofFacility } from './samples-facility.ts';
import { ofFamilies, ofTags } from './samples-families.ts';
import { ofPlatform } from './samples-platform.ts';
import { ofStaff } from './samples-staff.ts';

/** What a completion may read of the other samples. */
interface Around {
  readonly app: SampledApp;
  readonly tenantId: number;
  readonly idOf: (name: string) => Promise<number>;
  readonly freshUser: () => Promise<number>;
  readonly plant: (resource: AnyResource, word: string) => Promise<number>;
  readonly inTenant: <T>(work: (ctx: CallCtx) => Promise<T>) => Promise<T>;
}

/** What a sample needs beyond the kinds of its fields, because the code of its area requires it. */
interface Completion {
  /** Domain values of a planted row. */
  readonly planted?: (seed: number) => Record<string, unknown>;
  /** Members of a body; undefined removes one. */
  readonly body?: (seed: number, samples: Around) => Promise<{ readonly [key: string]: Json | undefined }>;
}

const luhn = (digits: string): string => {
  const doubled = Array.from(digits, Number)
    .toReversed()
    .map((digit, at) => digit * (at % 2 === 0 ? 2 : 1));
  const sum = doubled.reduce((total, one) => total + (one > 9 ? one - 9 : one), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

/** A device number with a valid check digit. */
export const sampleImei = (seed: number): string => luhn(`86012345${String(seed).padStart(6, '0').slice(-6)}`);

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** A resident number of a man born on a day, with a valid check character. */
export function sampleIdNumber(seed: number, birthday: string): string {
  const head = `110101${birthday.replaceAll('-', '')}${String((seed % 499) * 2 + 1).padStart(3, '0')}`;
  return head + '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(head[at]), 0) % 11];
}

const birthdayOf = (seed: number): string => new Date(Date.UTC(1960, 0, 1 + (seed % 7000))).toISOString().slice(0, 10);

const condition = { terms: [{ metric: 'high', op: '>=', value: 135 }] };

/** An imei belongs to a tenant by the host's allocation; samples allocate theirs first. */
async function allocated(seed: number, samples: Around): Promise<string> {
  const imei = sampleImei(seed);
  await samples.app.server.services.database.directory((tx) =>
    tx.execute(
      'insert into dir_imei (tenant_id, imei, valid_from) select $1, $2, now() where not exists (select 1 from dir_imei where imei = $2 and valid_to is null)',
      [samples.tenantId, imei],
    ),
  );
  return imei;
}

const started = Date.now();

/** A minute of the last weeks, different for every seed. */
export const lately = (seed: number): string =>
  new Date(Math.floor(started / 60_000) * 60_000 - (1 + (seed % 20_000)) * 60_000).toISOString();

/** Most minutes of age of a call recorded by hand. */
const callMinutes = 1200;

/** An imei of a new device that can be bound. */
async function freshDevice(samples: Around): Promise<string> {
  const device = model.byName('device');
  const id = await samples.plant(device, 'fresh');
  return samples.inTenant(async (ctx) => String((await ctx.rows(device).get(id))['imei']));
}

const reading: Completion = {
  body: async (seed, samples) => ({ userId: await samples.idOf('client'), measure_time: lately(seed) }),
};

const ofKinds = Object.fromEntries(manualKinds.map((kind) => [readingOfKind[kind].name, reading]));

const ofDevices: Readonly<Record<string, Completion>> = {
  device: {
    planted: (seed) => ({ imei: sampleImei(seed), lifecycle: 'inStock' }),
    body: async (seed, samples) => ({ imei: await allocated(seed, samples) }),
  },
  deviceProduct: { planted: () => ({ isValid: true }) },
  deviceType: { planted: () => ({ isValid: true }) },
  deviceBinding: {
    planted: () => ({ unboundAt: null, unbindReason: null }),
    body: async (_seed, samples) => ({
      imei: await freshDevice(samples),
      userId: await samples.plant(model.byName('client'), 'fresh'),
      bindTime: new Date().toISOString(),
      unbindTime: undefined,
      unbindReason: undefined,
      state: 1,
      relation: 0,
    }),
  },
  childDevice: {
    body: async (_seed, samples) => ({ parentImei: await freshDevice(samples), userId: await samples.idOf('client') }),
  },
  devicePurchase: { body: async (_seed, samples) => ({ userId: await samples.idOf('client') }) },
  alarmPolicy: {
    body: async (seed) => ({
      steps: [{ afterMinutes: seed % 10, to: ['manager'], channels: ['inapp'] }],
    }),
  },
  ingestSource: {
    body: async (seed, samples) => ({
      imeiPrefix: undefined,
      imeiList: [await allocated(seed, samples)],
      authType: undefined,
      timeZone: 'Asia/Shanghai',
    }),
  },
};

/** A credit code that the pattern takes, different for every seed. */
const creditCode = (seed: number): string => `91110000MA${String(seed).padStart(8, '0').slice(-8)}`;

const ofBasicData: Readonly<Record<string, Completion>> = {
  institution: {
    planted: (seed) => ({ creditCode: creditCode(seed) }),
    body: async (seed, samples) => ({
      orgUnitId: await samples.plant(model.byName('organizationUnit'), 'unit'),
      creditCode: creditCode(seed),
    }),
  },
  jobPosition: { planted: () => ({ isEnabled: true }) },
  staffMember: {
    planted: (seed) => ({
      idNumber: sampleIdNumber(seed, birthdayOf(seed)),
      birthday: birthdayOf(seed),
      sex: '1',
      account: null,
      state: 'active',
      leftOn: null,
    }),
    body: async (seed) => ({
      idNumber: sampleIdNumber(seed, birthdayOf(seed)),
      birthday: undefined,
      sex: undefined,
      userId: undefined,
    }),
  },
  staffPaper: {
    planted: () => ({ issuedOn: '2024-01-01', validUntil: '2099-12-31', state: 'valid' }),
    body: async () => ({ issuedOn: '2024-01-01', validUntil: '2099-12-31' }),
  },
  provider: {
    planted: (seed) => ({ creditCode: creditCode(seed), state: 'trial' }),
    body: async (seed) => ({ creditCode: creditCode(seed) }),
  },
  energyItem: { body: async () => ({ roomId: null }) },
  donationCategory: { body: async () => ({ unit: '件' }) },
  maintenanceCategory: {
    planted: (seed) => ({ code: String(seed % 100_000).padStart(5, '0') }),
    body: async () => ({ responseHours: 4, finishHours: 48 }),
  },
  contract: {
    planted: () => ({
      startsOn: '2026-01-01',
      endsOn: '2099-12-31',
      amount: moneyOf(100),
      payments: [{ id: null, dueOn: '2026-06-30', amount: moneyOf(100), isPaid: false }],
      state: 'draft',
    }),
    body: async () => ({
      startDate: '2026-01-01',
      endDate: '2099-12-31',
      amount: 100,
      payPlan: [
        { date: '2026-06-30', amount: 40, paid: false },
        { date: '2026-12-31', amount: 60, paid: false },
      ],
    }),
  },
};

const person = async (samples: Around): Promise<number> => samples.plant(model.byName('client'), 'person');

export const completions: Readonly<Record<string, Completion>> = {
  ...ofKinds,
  bloodPressureReading: {
    body: async (seed, samples) => ({
      ...(await reading.body?.(seed, samples)),
      high: 110 + (seed % 30),
      low: 70 + (seed % 15),
    }),
  },
  // Rows that the doors of their resources show.
  bodyCompositionReading: { ...reading, planted: () => ({ origin: 'wearable', bodyFatRate: 22 }) },
  bloodGlucoseReading: { ...reading, planted: () => ({ origin: 'wearable' }) },
  ...ofDevices,
  ...ofBasicData,
  ...ofDuty,
  ...ofStaff,
  ...ofFacility,
  ...ofPlatform,
  organizationUnit: { planted: (seed) => ({ code: String(seed % 100_000).padStart(5, '0') }) },
  user: { planted: (seed) => ({ userName: `u${seed}`, emailAddress: `u${seed}@example.com` }) },
  dictionaryEntry: { body: async () => ({ parentCode: undefined }) },
  client: {
    planted: (seed) => ({
      certificateNo: sampleIdNumber(seed, birthdayOf(seed)),
      birthday: birthdayOf(seed),
      regionCode: '110101',
      careLevel: 'intact',
    }),
    body: async (seed) => ({
      certificate_no: sampleIdNumber(seed, birthdayOf(seed)),
      certificateType: '01',
      birthday: birthdayOf(seed),
      gender: '1',
      regionCode: '110101',
      crowdTypes: undefined,
      stateDate: undefined,
      stateReason: undefined,
    }),
  },
  guardianContact: {
    // An order belongs to one contact of a client.
    planted: () => ({ sosOrder: null }),
    body: async (seed, samples) => ({
      client_id: await person(samples),
      certificate_no: sampleIdNumber(seed, birthdayOf(seed)),
    }),
  },
  ...ofFamilies,
  ...ofTags,
  alarmNotice: { planted: () => ({ channel: 'phone' }) },
  abnormalRule: {
    planted: () => ({
      kind: 'bp',
      metric: 'high',
      direction: 'high',
      condition,
      scopeType: 'person',
      tag: null,
      trialUntil: null,
    }),
    body: async (seed, samples) => ({
      ruleCode: `T${seed}`,
      trialUntil: undefined,
      dataType: 'bp',
      metric: 'high',
      direction: 1,
      condition,
      scopeType: 3,
      tagCode: undefined,
      userId: await person(samples),
      level: 1,
      ageGroup: 'all',
      sex: 0,
      reason: '医生设定',
      endDate: '2099-12-31',
    }),
  },
  clientConsent: {
    planted: () => ({ kind: 'basic', signer: 'self', state: 'valid', expiresOn: null }),
    body: async (seed, samples) => ({
      clientId: await person(samples),
      kind: 'basic',
      signer: 'self',
      signTime: lately(seed),
      expireTime: '2099-12-31',
    }),
  },
  sensitiveAccessLog: { planted: () => ({ action: 'view' }) },
  // The database itself sets place and fold on the desk; the result of a contact is written by logging it.
  abnormalCase: {
    planted: () => ({ deskRank: undefined, fold: undefined }),
    body: async (seed, samples) => ({
      userid: await person(samples),
      ['abnormaL_LEVEL']: 4,
      ['froM_TIME']: lately(seed),
      ['tO_TIME']: lately(seed),
      callOutcome: undefined,
      observeUntil: undefined,
    }),
  },
  // A record by staff is at most a day old and starts waiting, and only a device reports a cancellation by its wearer.
  sosRecord: {
    body: async (seed, samples) => ({
      userId: await person(samples),
      sosTime: lately(seed % callMinutes),
      state: 0,
      cause: 1,
      guardianContacted: false,
    }),
  },
};
