import { commandKinds, device, deviceCommand, deviceLifecycle } from '@kangmai/model';
import { permissionsOfWrite } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, type CallCtx, whole } from '../../engine/public.ts';
import { AppError, conflict, forbidden, invalid, notAllowed, notFound } from '../../platform/errors.ts';
import { argsOf } from './command-args.ts';
import { type CommandCode, queueCommand } from './commands.ts';
import { plainIdentifier } from './device-code.ts';
import type { Lifecycle } from './device-rows.ts';
import { requireShortSilence } from './silence-limit.ts';

interface Target {
  readonly id: number;
  readonly imei: string;
  readonly lifecycle: Lifecycle;
}

interface CommandInput {
  readonly command: CommandCode;
  readonly args: object | null;
  readonly reason: string | null;
}

const dangerous: ReadonlySet<CommandCode> = new Set<CommandCode>(['POWER_OFF', 'UPGRADE']);
const dangerousRight = 'Pages.WatChDataManage.Commands.Dangerous';

/** A lost device may only be located; a scrapped one accepts no command. */
const allowedWhen: Partial<Record<Lifecycle, ReadonlySet<CommandCode>>> = {
  lost: new Set<CommandCode>(['FIND', 'LOCATE', 'MESSAGE']),
  scrapped: new Set<CommandCode>(),
};

function requireRight(ctx: CallCtx, { command, reason }: CommandInput): void {
  if (!dangerous.has(command)) return;
  if (!ctx.can(dangerousRight)) throw forbidden(dangerousRight);
  if (!reason) throw invalid('reason', 'field.required');
}

async function targetsOf(ctx: CallCtx, imeis: readonly string[]): Promise<ReadonlyMap<string, Target>> {
  const rows = await ctx.all(
    ctx.from(device, 'd').select(['d.id', 'd.imei', 'd.lifecycle']).where('d.imei', 'in', imeis),
  );
  return new Map(rows.map((row) => [row.imei, row]));
}

async function sendOne(ctx: CallCtx, target: Target | undefined, wish: CommandInput): Promise<number> {
  if (!target) throw notFound(device.name);
  const { lifecycle } = target;
  if (allowedWhen[lifecycle]?.has(wish.command) === false)
    throw notAllowed('command.lifecycle', { state: deviceLifecycle.entries[lifecycle].label });
  if (wish.command === 'SET_PARAMS') await requireShortSilence(ctx, target.id, wish);
  const id = await queueCommand(ctx.tx, { imei: target.imei, ...wish, operatorId: ctx.caller.userId });
  if (id === undefined)
    throw conflict('command.waiting', {
      command: commandKinds.entries[commandKinds.read(wish.command) ?? 'find'].label,
    });
  return id;
}

const manyOutput = z.object({
  queued: whole,
  results: arrayOf(z.object({ imei: z.string(), id: whole.optional(), reason: z.string().optional() })),
});
const oneOutput = z.object({ id: whole, imei: z.string(), state: whole });

async function sendMany(
  ctx: CallCtx,
  imeis: readonly string[],
  wish: CommandInput,
): Promise<z.output<typeof manyOutput>> {
  const targets = await targetsOf(ctx, imeis);
  const results: { readonly imei: string; readonly id?: number; readonly reason?: string }[] = [];
  for (const imei of imeis) {
    try {
      results.push({ imei, id: await sendOne(ctx, targets.get(imei), wish) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ imei, reason: error.reason });
    }
  }
  return { queued: results.filter(({ id }) => id !== undefined).length, results };
}

const codes = commandKinds.names.map((name) => String(commandKinds.wireOf(name))) as [CommandCode, ...CommandCode[]];
const sendInput = z.object({
  imei: z.string().trim().min(1).max(32).optional(),
  imeis: z.array(z.string().trim().min(1).max(32)).min(1).max(1000).nullish(),
  command: z
    .string()
    .transform((text) => text.trim().toUpperCase())
    .pipe(z.enum(codes)),
  args: z.unknown().optional(),
  reason: z.string().trim().max(200).nullish(),
});

export const sendCommandCall = call({
  wire: 'POST DeviceCommands/Send',
  title: '下发设备指令',
  permission: permissionsOfWrite(deviceCommand, 'Create'),
  resource: deviceCommand,
  input: sendInput,
  output: z.union([oneOutput, manyOutput]),
  async run(ctx, { imei, imeis, command, args, reason }) {
    const wish: CommandInput = { command, args: argsOf(command, args), reason: reason || null };
    requireRight(ctx, wish);
    if (imeis) return sendMany(ctx, [...new Set(imeis.map(plainIdentifier))], wish);
    if (imei === undefined) throw invalid('device', 'field.required');
    const plain = plainIdentifier(imei);
    const id = await sendOne(ctx, (await targetsOf(ctx, [plain])).get(plain), wish);
    return { id, imei: plain, state: 0 };
  },
});
