import { settings as registry, settingSections, type SettingFace, type SettingSeed } from '@kangmai/model/reference';
import { kindOf } from '@kangmai/resource';
import { z } from 'zod';
import { requireAny } from '../../access/ctx.ts';
import {
  call,
  type Call,
  type CallCtx,
  labelIn,
  nothing,
  type ServerModule,
  type Services,
} from '../../engine/public.ts';
import { type FieldProblem, invalid, notAllowed, requireSound } from '../../platform/errors.ts';
import { dropValues, lockSettings, storedValues, storeValues } from './stored-settings.ts';
import { businessSettingTexts } from './texts.ts';

type Shown = SettingSeed & { readonly face: SettingFace };
type Values = Readonly<Record<string, string | null>>;

const isShown = (seed: SettingSeed): seed is Shown => seed.face !== undefined && seed.isSecret !== true;
const shown: readonly Shown[] = registry.rows.filter(isShown);
const groups = Object.entries(settingSections);

const kinds = { bool: 'bool', integer: 'int', text: 'string', json: 'json' } as const;
type ValueKind = (typeof kinds)[keyof typeof kinds];

function kindOfSetting({ face }: Shown): ValueKind {
  const kind = Object.entries(kinds).find(([name]) => name === face.field.kind)?.[1];
  if (!kind) throw new Error(`settings of kind ${face.field.kind} have no face`);
  return kind;
}

const settingOutput = z.object({
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  valueKind: z.enum(['string', 'int', 'bool', 'json']),
  value: z.string(),
  default: z.string(),
  isSet: z.boolean(),
  unit: z.string().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  isRequired: z.boolean(),
});
const groupOutput = z.object({ group: z.string(), title: z.string(), settings: z.array(settingOutput) });

function lookOf({ face: { field } }: Shown, { caller: { culture } }: CallCtx) {
  const { label, en = label, hint, hintEn = hint, unit, required } = field.options;
  const { min = null, max = null } = field.options as { readonly min?: number; readonly max?: number };
  const said = culture === 'en' ? hintEn : hint;
  return {
    label: labelIn(culture, { label, en }),
    description: said ?? null,
    unit: unit ?? null,
    min,
    max,
    isRequired: required === true,
  };
}

/** What holds where the tenant has no value of its own. */
const usualOf = async (settings: Services['settings'], { name, scopes, default: usual }: Shown): Promise<string> =>
  scopes.includes('application') ? settings.of(0, name) : usual;

async function settingOf(
  ctx: CallCtx,
  seed: Shown,
  { settings, own }: Pick<Services, 'settings'> & { readonly own: ReadonlySet<string> },
) {
  return {
    key: seed.name,
    ...lookOf(seed, ctx),
    valueKind: kindOfSetting(seed),
    value: await settings.of(ctx.tenantId, seed.name),
    default: await usualOf(settings, seed),
    isSet: own.has(seed.name),
  };
}

function requireTenant({ tenantId }: CallCtx): void {
  if (tenantId === 0) throw notAllowed('settings.no-tenant');
}

const mayUse = ({ can }: CallCtx, section: object): boolean =>
  !('permission' in section) || can(String(section.permission));

function settingsOf(ctx: CallCtx, group: string): readonly Shown[] {
  const section = groups.find(([name]) => name === group)?.[1];
  if (section && 'permission' in section) requireAny(ctx, [section.permission]);
  const found = shown.filter(({ face }) => face.section === group);
  if (found.length === 0)
    throw invalid('group', 'settings.unknown-group', {
      groups: groups.flatMap(([name, each]) => (mayUse(ctx, each) ? [name] : [])).join('、'),
    });
  return found;
}

type Given = string | number | boolean | null;

function checkValues(ctx: CallCtx, seeds: readonly Shown[], given: Readonly<Record<string, Given>>): Values {
  const problems: FieldProblem[] = [];
  const values: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    const seed = seeds.find(({ name }) => name === key);
    if (!seed) {
      problems.push({ field: `values.${key}`, reason: 'settings.unknown-key' });
      continue;
    }
    const { field } = seed.face;
    const isEmpty = value === null || value === '';
    if (isEmpty && (field.options.required || field.kind !== 'text')) {
      problems.push({ field: `values.${key}`, reason: 'field.required' });
      continue;
    }
    const checked = kindOf(field).check(value ?? '', field, ctx.check);
    if (checked.ok) values[key] = String(checked.value);
    else
      problems.push({
        field: `values.${key}`,
        reason: checked.reason,
        ...(checked.params && { params: checked.params }),
      });
  }
  requireSound(problems);
  return values;
}

async function valuesBefore({ settings }: Services, ctx: CallCtx, seeds: readonly Shown[]): Promise<Values> {
  const own = await storedValues(
    ctx,
    seeds.map(({ name }) => name),
  );
  const entries = seeds.map(async (seed): Promise<[string, string | null]> => {
    const stored = own.find(({ name }) => name === seed.name);
    return [seed.name, stored?.value ?? (await usualOf(settings, seed))];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const permission = 'Pages.Basicplatform.Setting';

const getAll = (services: Services): Call =>
  call({
    wire: 'GET BusinessSettings/GetAll',
    title: '业务设置',
    permission,
    input: z.object({}),
    output: z.object({ items: z.array(groupOutput) }),
    async run(ctx) {
      requireTenant(ctx);
      const stored = await storedValues(
        ctx,
        shown.map(({ name }) => name),
      );
      const own = new Set(stored.map(({ name }) => name));
      const open = groups.filter(([, section]) => mayUse(ctx, section));
      const items = open.map(async ([group, words]) => ({
        group,
        title: labelIn(ctx.caller.culture, words),
        settings: await Promise.all(
          shown
            .filter(({ face }) => face.section === group)
            .map((seed) => settingOf(ctx, seed, { settings: services.settings, own })),
        ),
      }));
      return { items: await Promise.all(items) };
    },
  });

const update = (services: Services): Call =>
  call({
    wire: 'POST BusinessSettings/Update',
    title: '保存业务设置',
    permission: `${permission}.Edit`,
    input: z.object({
      group: z.string().max(40),
      values: z.record(z.string().max(200), z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])),
    }),
    output: nothing,
    async run(ctx, { group, values: given }) {
      requireTenant(ctx);
      const seeds = settingsOf(ctx, group);
      const values = checkValues(ctx, seeds, given);
      await lockSettings(ctx);
      const before = await valuesBefore(services, ctx, seeds);
      const names = Object.keys(values).filter((name) => values[name] !== before[name]);
      if (names.length === 0) return null;
      const pick = (from: Values): Values => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
      await storeValues(ctx, services, { names, before: pick(before), after: pick(values) });
      return null;
    },
  });

const reset = (services: Services): Call =>
  call({
    wire: 'POST BusinessSettings/Reset',
    title: '恢复默认业务设置',
    permission: `${permission}.Edit`,
    input: z.object({ group: z.string().max(40) }),
    output: nothing,
    async run(ctx, { group }) {
      requireTenant(ctx);
      const seeds = settingsOf(ctx, group);
      await lockSettings(ctx);
      const before = await valuesBefore(services, ctx, seeds);
      const names = seeds.map(({ name }) => name);
      const usual = seeds.map(async (seed) => [seed.name, await usualOf(services.settings, seed)] as const);
      await dropValues(ctx, services, { names, before, after: Object.fromEntries(await Promise.all(usual)) });
      return null;
    },
  });

/** What a tenant may set, from the registry of settings: a group a section. */
export const businessSettingsModule = (services: Services): ServerModule => ({
  name: 'business-settings',
  texts: [businessSettingTexts],
  calls: [getAll(services), update(services), reset(services)],
});
