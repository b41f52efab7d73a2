import { createHash } from 'node:crypto';
import { systemCaller } from '../../access/caller.ts';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import { type CallCtx, type PlanOf, withRepositories } from '../../engine/public.ts';
import { type Culture, textOf } from '../../platform/texts/index.ts';
import {
  type AccountParts,
  type FollowerCallback,
  publishedMenu,
  refused,
  replyOf,
  type TakeFollower,
} from '../messages/public.ts';
import { bind, unbindAll } from './bind.ts';
import { useCode } from './bind-code.ts';

export interface FollowerParts extends AccountParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
}

const keptMs = 900_000;
const noteSql = `insert into wechat_callback (tenant_id, signed, body, taken_at) values ($1, $2, $3, $4)
  on conflict (tenant_id, signed) do nothing`;
const notedSql = 'select body from wechat_callback where tenant_id = $1 and signed = $2';
const oldSql = 'delete from wechat_callback where tenant_id = $1 and taken_at < $2';
const tenantSql = 'select name, time_zone as zone from tenant where id = $1';

interface Tenant {
  readonly name: string;
  readonly zone: string;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a callback is new. A signature that comes with another body is refused. */
async function isNew({ tx, tenantId, now }: CallCtx, { signed, body }: FollowerCallback): Promise<boolean> {
  const [key, content] = [digest(signed), digest(body)];
  await tx.execute(oldSql, [tenantId, new Date(now().getTime() - keptMs)]);
  if ((await tx.execute(noteSql, [tenantId, key, content, now()])) > 0) return true;
  const noted = await tx.one<{ body: Buffer }>(notedSql, [tenantId, key]);
  if (!noted?.body.equals(content)) throw refused();
  return false;
}

interface Answering {
  readonly culture: Culture;
  readonly house: string;
}

const codePrefix = 'qrscene_';

async function bindBy(ctx: CallCtx, { event }: FollowerCallback, { culture, house }: Answering): Promise<string> {
  const code = event.key.startsWith(codePrefix) ? event.key.slice(codePrefix.length) : event.key;
  const subject = await useCode(ctx, code);
  if (!subject) return textOf(culture, 'follower.code-ended');
  const bound = await bind(ctx, { subject, culture }, event.openId);
  if ('refused' in bound) return textOf(culture, bound.refused);
  if ('own' in bound) return textOf(culture, 'follower.bound-own', { house });
  return textOf(culture, 'follower.bound', { house, ward: bound.ward });
}

async function answerTo(ctx: CallCtx, callback: FollowerCallback, answering: Answering): Promise<string | undefined> {
  const { event, key, openId } = callback.event;
  if (event === 'unsubscribe') {
    await unbindAll(ctx, openId);
    return undefined;
  }
  if (event === 'CLICK') return replyOf((await publishedMenu(ctx.tx))?.buttons ?? [], key);
  return key === '' ? undefined : bindBy(ctx, callback, answering);
}

/** Takes what a follower did, once: a scanned code binds, an end of following unbinds, a click is answered. */
export const takeFollower =
  ({ services, surroundings, planOf }: FollowerParts): TakeFollower =>
  async (callback) => {
    const { tenantId } = callback;
    const tenant = await services.database.withTenant(tenantId, (tx) => tx.one<Tenant>(tenantSql, [tenantId]));
    if (!tenant) throw refused();
    const language = await services.settings.of(tenantId, 'Abp.Localization.DefaultLanguageName');
    const answering = { culture: language.startsWith('en') ? 'en' : 'zh-Hans', house: tenant.name } as const;
    return inTenant(surroundings, { caller: systemCaller(tenantId, tenant.zone) }, async (own) => {
      const ctx = withRepositories(own, planOf);
      return (await isNew(ctx, callback)) ? answerTo(ctx, callback, answering) : undefined;
    });
  };
