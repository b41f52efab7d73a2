import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';
import type { CommandCode } from './commands.ts';

const minutes = z.number().int().min(1).max(1440);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const clockTimes = z.array(clockTime).max(10);

const parameters = z
  .strictObject({
    workMode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    locationInterval: minutes,
    heartInterval: minutes,
    bpTimes: clockTimes,
    spo2Interval: minutes.min(5),
    temperatureInterval: minutes.min(5),
    sleepBegin: clockTime,
    sleepEnd: clockTime,
    stepGoal: z.number().int().min(500).max(50_000),
    fallSwitch: z.boolean(),
    fallSensitivity: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    sedentaryMinutes: z.number().int().min(0).max(480),
    medicineTimes: clockTimes,
    lowBattery: z.number().int().min(5).max(50),
  })
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'field.required');

const nothing = z.strictObject({});

/** The arguments of each command. A wearer's contacts are read at the fetch, so that no number is stored here. */
const shapes: Readonly<Record<CommandCode, z.ZodType<object>>> = {
  FIND: nothing,
  LOCATE: nothing,
  TIME_SYNC: nothing,
  REBOOT: nothing,
  POWER_OFF: nothing,
  SET_CONTACTS: nothing,
  CLEAR_CONTACTS: nothing,
  MEASURE: z.strictObject({ dataType: z.enum(['bp', 'heart', 'spo2', 'temperature']).optional() }),
  MESSAGE: z.strictObject({ text: z.string().trim().min(1).max(100) }),
  SET_PARAMS: parameters,
  UPGRADE: z.strictObject({ version: z.string().trim().min(1).max(40) }),
};

/** The arguments of a command as stored, null for none; refuses unknown ones. */
export function argsOf(command: CommandCode, given: unknown): object | null {
  const read = shapes[command].safeParse(given ?? {});
  if (!read.success) {
    const missing = read.error.issues.find(({ message }) => message === 'field.required');
    if (missing) throw invalid('args', 'field.required');
    const names = read.error.issues.map(({ path }) => path.join('.')).filter((name) => name !== '');
    throw invalid('args', 'command.bad-args', { names: names.join('、') || '-' });
  }
  return Object.keys(read.data).length === 0 ? null : read.data;
}
