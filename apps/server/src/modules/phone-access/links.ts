import { client, guardianContact, phoneLinkStates, phonePurposes } from '@kangmai/model';
import { localMinute, parsePhone } from '@kangmai/domain';
import { permissionsOfCall, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { inTenant } from '../../access/in-tenant.ts';
import { recordLooks } from '../../access/looks.ts';
import { isLiving, phoneLinkJoins, phoneLinkRight } from '../../access/phone-session.ts';
import {
  arrayOf,
  call,
  type Call,
  type CallCtx,
  maskPhone,
  requireProbe,
  tenantZone,
  timestamp,
  whole,
  withRepositories,
} from '../../engine/public.ts';
import { invalid, notAllowed, notFound, rateLimited } from '../../platform/errors.ts';
import { isEnded } from '../bookings/public.ts';
import { publicAddress } from '../identity/public.ts';
import { houseFor, housesOf, houseWords } from '../messages/public.ts';
import { newLinkToken } from './link-token.ts';
import type { PhoneParts } from './parts.ts';

const page = '/phoneauthToken';
const viewRight = 'Pages.RemoteMonitoring.PhoneAccess';
const purpose = z.enum(phonePurposes.names);
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** A stored number that a link may be bound to: the client's own, or that of a guardian or contact. */
interface StoredPhone {
  readonly contactId: number | null;
  readonly name: string;
  readonly phone: string;
}

const mostContacts = 100;
/** Links for one client in a day; each may be sent by message. */
const mostLinks = 10;

async function personInSight(ctx: CallCtx, userId: number): Promise<Row<typeof client>> {
  const person = await ctx.repo(client).find(userId);
  if (!person) throw notFound('client');
  return person;
}

async function phonesOf(ctx: CallCtx, person: Row<typeof client>): Promise<readonly StoredPhone[]> {
  const seesContacts = permissionsOfCall(guardianContact, 'list').some((right) => ctx.can(right));
  const contacts = seesContacts
    ? await ctx.repo(guardianContact).list({ where: { client: person.id }, sort: 'id', take: mostContacts })
    : [];
  return [
    ...(person.phone === null ? [] : [{ contactId: null, name: person.name, phone: person.phone }]),
    ...contacts.map((contact) => ({ contactId: contact.id, name: contact.name, phone: contact.phone })),
  ];
}

interface Wanted {
  readonly phone?: string | undefined;
  readonly contactId?: number | undefined;
}

/** A number compared with stored ones counts as a try, and one that fits as a look. */
function recordTry(ctx: CallCtx, number: string, isStored: boolean): void {
  requireProbe(ctx, { resource: client, name: 'phone', text: number });
  if (isStored) requireProbe(ctx, { resource: client, name: 'phone', text: number }, true);
}

function chosenPhone(ctx: CallCtx, stored: readonly StoredPhone[], { phone, contactId }: Wanted): StoredPhone {
  const number = phone === undefined ? undefined : parsePhone(phone);
  if (phone !== undefined && number === undefined) throw invalid('phone', 'field.not-phone');
  const found = stored.find((each) =>
    number === undefined ? each.contactId === (contactId ?? null) : each.phone === number,
  );
  if (number !== undefined) recordTry(ctx, number, found !== undefined);
  if (!found) throw invalid('phone', phone === undefined ? 'phone-access.no-phone' : 'phone-access.not-stored');
  return found;
}

const createInput = z.object({
  userId: id,
  purpose,
  expireHours: z.number().int().min(1).max(720).default(24),
  phone: z.string().max(32).optional(),
  contactId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  isSent: z.boolean().default(false),
});

const insertSql = `insert into phone_link (tenant_id, client_id, contact_id, purpose, phone_sealed, phone_index, token_hash, created_at, created_by, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`;

const madeSql =
  'select count(*)::integer as count from phone_link where tenant_id = $1 and client_id = $2 and created_at > $3';
const replaceSql = `update phone_link l set revoked_at = $4, revoked_by = $5 where l.tenant_id = $1 and l.client_id = $2 and l.phone_index = any($3::bytea[]) and l.purpose = $6
  and l.revoked_at is null and not exists (select from phone_session s where s.tenant_id = $1 and s.link_id = l.id)`;

/** Counts the links of a client, and ends unused ones to the same number: the newest is the one that counts. */
async function replaceFormer(
  ctx: CallCtx,
  { person, to, asked }: { readonly person: Row<typeof client>; readonly to: StoredPhone; readonly asked: string },
): Promise<void> {
  await ctx.repo(client).lock(person.id);
  const since = new Date(ctx.now().getTime() - 86_400_000);
  const made = await ctx.tx.one<{ count: number }>(madeSql, [ctx.tenantId, person.id, since]);
  if ((made?.count ?? 0) >= mostLinks) throw rateLimited(3600, 'phone-access.many-links');
  await ctx.tx.execute(replaceSql, [
    ctx.tenantId,
    person.id,
    ctx.sealer.indexes(to.phone),
    ctx.now(),
    ctx.caller.userId,
    asked,
  ]);
}

interface NewLink {
  readonly person: Row<typeof client>;
  readonly to: StoredPhone;
  readonly expiresAt: Date;
  readonly path: string;
}

/** Sends the link to its number; the message says nothing about health. */
async function sendLink({ messages, services }: PhoneParts, ctx: CallCtx, link: NewLink): Promise<void> {
  const { person, to, expiresAt, path } = link;
  const house = houseFor(await housesOf(ctx), person.organizationUnit);
  await messages.queue(ctx.tx, {
    channel: 'sms',
    purpose: 'phoneLink',
    recipient: to.phone,
    userId: ctx.caller.userId,
    culture: ctx.caller.culture,
    params: {
      ...houseWords(house, ctx.caller.culture),
      until: localMinute(expiresAt.getTime(), await tenantZone(ctx)),
      link: publicAddress(services.config) + path,
    },
    seconds: Math.round((expiresAt.getTime() - ctx.now().getTime()) / 1000),
  });
}

async function createLink(parts: PhoneParts, ctx: CallCtx, input: z.output<typeof createInput>) {
  const person = await personInSight(ctx, input.userId);
  if (isEnded(person.state)) throw notAllowed('phone-access.client-ended');
  const to = chosenPhone(ctx, await phonesOf(ctx, person), input);
  await replaceFormer(ctx, { person, to, asked: input.purpose });
  const { token, digest } = newLinkToken(parts.services.tokens, ctx.tenantId);
  const [now, path] = [ctx.now(), `${page}#${token}`];
  const expiresAt = new Date(now.getTime() + input.expireHours * 3_600_000);
  const row = await ctx.tx.one<{ id: number }>(insertSql, [
    ctx.tenantId,
    person.id,
    to.contactId,
    input.purpose,
    ctx.sealer.seal(to.phone),
    ctx.sealer.index(to.phone),
    digest,
    now,
    ctx.caller.userId,
    expiresAt,
  ]);
  if (input.isSent) await sendLink(parts, ctx, { person, to, expiresAt, path });
  return { id: row?.id ?? 0, url: path, expiresAt, phoneMasked: maskPhone(to.phone), isSent: input.isSent };
}

const stateOfRow = z.enum(phoneLinkStates.names);

const linksSql = `select l.id, l.purpose, l.phone_sealed as "sealed", l.created_at as "createdAt", l.expires_at as "expiresAt", u.full_name as "creatorName",
    case when l.revoked_at is not null then 'revoked' when s.id is not null then 'used' when l.expires_at <= $3 then 'expired' when not ${isLiving} then 'revoked' else 'unused' end as state,
    ${isLiving} and coalesce(s.expires_at, l.expires_at) > $3 as "canRevoke"
  from phone_link l ${phoneLinkJoins} left join phone_session s on s.tenant_id = $1 and s.link_id = l.id
  where l.tenant_id = $1 and l.client_id = $2 order by l.id desc limit 50`;

interface LinkRow {
  readonly id: number;
  readonly purpose: z.output<typeof purpose>;
  readonly sealed: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly creatorName: string;
  readonly state: z.output<typeof stateOfRow>;
  readonly canRevoke: boolean;
}

async function listLinks(ctx: CallCtx, userId: number) {
  const person = await personInSight(ctx, userId);
  const rows = await ctx.tx.query<LinkRow>(linksSql, [ctx.tenantId, userId, ctx.now()]);
  const phones = await phonesOf(ctx, person);
  await recordLooks(ctx, [
    { action: 'view', clientId: userId, resource: guardianContact.name, count: phones.length + rows.length },
  ]);
  return {
    phones: phones.map(({ contactId, name, phone }) => ({
      contactId,
      name,
      phoneMasked: maskPhone(phone),
    })),
    links: rows.map(({ sealed, ...row }) => ({ ...row, phoneMasked: maskPhone(ctx.sealer.open(sealed)) })),
  };
}

const revokeSql =
  'update phone_link set revoked_at = coalesce(revoked_at, $3), revoked_by = coalesce(revoked_by, $4) where tenant_id = $1 and id = $2';

async function revokeLink(ctx: CallCtx, linkId: number): Promise<null> {
  const link = await ctx.tx.one<{ clientId: number }>(
    'select client_id as "clientId" from phone_link where tenant_id = $1 and id = $2',
    [ctx.tenantId, linkId],
  );
  if (!link || !(await ctx.repo(client).find(link.clientId))) throw notFound('phoneLink');
  await ctx.tx.execute(revokeSql, [ctx.tenantId, linkId, ctx.now(), ctx.caller.userId]);
  return null;
}

export const linkCalls = (parts: PhoneParts): readonly Call[] => [
  call({
    wire: 'POST PhoneAccess/CreateLink',
    title: '生成手机链接',
    permission: phoneLinkRight,
    input: createInput,
    output: z.object({
      id: whole,
      url: z.string(),
      expiresAt: timestamp,
      phoneMasked: z.string(),
      isSent: z.boolean(),
    }),
    bodyOnly: ['phone'],
    // The answer holds the token, so it is not kept for repetitions.
    detached: true,
    run: ({ caller }, input) =>
      inTenant(parts.surroundings, { caller }, (ctx) => createLink(parts, withRepositories(ctx, parts.planOf), input)),
  }),
  call({
    wire: 'GET PhoneAccess/GetLinks',
    title: '手机端访问',
    permission: viewRight,
    input: z.object({ userId: id }),
    output: z.object({
      phones: arrayOf(z.object({ contactId: whole.nullable(), name: z.string(), phoneMasked: z.string() })),
      links: arrayOf(
        z.object({
          id: whole,
          purpose,
          phoneMasked: z.string(),
          createdAt: timestamp,
          expiresAt: timestamp,
          creatorName: z.string(),
          state: stateOfRow,
          canRevoke: z.boolean(),
        }),
      ),
    }),
    run: (ctx, { userId }) => listLinks(ctx, userId),
  }),
  call({
    wire: 'POST PhoneAccess/Revoke',
    title: '撤销手机链接',
    permission: phoneLinkRight,
    input: z.object({ id }),
    output: z.null(),
    run: (ctx, input) => revokeLink(ctx, input.id),
  }),
];
