import type { consentKinds } from '@kangmai/model';
import type { Ctx } from '../../access/ctx.ts';

type ConsentKind = (typeof consentKinds.names)[number];

const today = '(select (now() at time zone t.time_zone)::date from tenant t where t.id = $1)';
const valid = (kind: ConsentKind, client: string): string =>
  `exists (select 1 from client_consent v where v.tenant_id = $1 and v.client_id = ${client} and v.kind = '${kind}' and v.state = 'valid' and not v.is_deleted and (v.expires_on is null or v.expires_on >= ${today}))`;
const required =
  "exists (select 1 from setting s where s.tenant_id = $1 and s.user_id is null and s.name = 'App.Privacy.ConsentRequired' and lower(s.value) = 'true')";

/** SQL, true while consent is in effect. Value 1 is the tenant; `client` is a column or placeholder. */
export const hasConsent = valid;

const ended = (kind: ConsentKind): string =>
  `select k.client_id from client_consent k where k.tenant_id = $1 and k.kind = '${kind}' and k.state <> 'valid' and not k.is_deleted and not ${valid(kind, 'k.client_id')}`;
const agreed = (kind: ConsentKind): string =>
  `select k.client_id from client_consent k where k.tenant_id = $1 and k.kind = '${kind}' and k.state = 'valid' and not k.is_deleted`;

/** The same for rows of a list: persons whose consent has ended are found once, not per row. */
export const shownIfAgreed = (kind: ConsentKind, person: string): string =>
  `(${person} is null or (${person} not in (${ended(kind)}) and (not ${required} or ${person} in (${agreed(kind)}))))`;

/** True when a tenant may have hidden rows of a kind, so that totals must be counted. */
export async function hidesSome(ctx: Pick<Ctx, 'tx' | 'tenantId'>, kind: ConsentKind): Promise<boolean> {
  const row = await ctx.tx.one<{ hides: boolean }>(
    `select ${required} or exists (select 1 from client_consent k where k.tenant_id = $1 and k.kind = $2 and k.state <> 'valid' and not k.is_deleted) as hides`,
    [ctx.tenantId, kind],
  );
  return row?.hides ?? true;
}

/** Whether the data of a person may not be processed; nobody is somebody new, who has not agreed to anything yet. */
export async function isConsentLacking(
  ctx: Pick<Ctx, 'tx' | 'tenantId'>,
  kind: ConsentKind,
  clientId: number | null,
): Promise<boolean> {
  const row = await ctx.tx.one<{ lacks: boolean }>(`select ${lacksConsent(kind, '$2::bigint')} as lacks`, [
    ctx.tenantId,
    clientId,
  ]);
  return row?.lacks ?? true;
}

/** Whether a person has agreed and the consent still holds. */
export async function isAgreed(
  ctx: Pick<Ctx, 'tx' | 'tenantId'>,
  kind: ConsentKind,
  clientId: number,
): Promise<boolean> {
  const row = await ctx.tx.one<{ agrees: boolean }>(`select ${hasConsent(kind, '$2::bigint')} as agrees`, [
    ctx.tenantId,
    clientId,
  ]);
  return row?.agrees ?? false;
}

/** SQL, true when a person's data of a kind may not be processed: no consent although one is required, or it ended. */
export const lacksConsent = (kind: ConsentKind, client: string): string =>
  `(not ${valid(kind, client)} and (${required} or exists (select 1 from client_consent k where k.tenant_id = $1 and k.client_id = ${client} and k.kind = '${kind}' and not k.is_deleted)))`;
