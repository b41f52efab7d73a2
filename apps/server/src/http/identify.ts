import type { FastifyRequest } from 'fastify';
import { seesAll, seesNothing, type Caller } from '../access/caller.ts';
import type { PhonePurpose } from '../access/phone-purpose.ts';
import type { PhoneIdentity } from '../access/phone-session.ts';
import type { Session, Sessions, TenantState, TokenClaims } from '../access/session.ts';
import { AppError, unauthenticated } from '../platform/errors.ts';
import { cookieOf, header } from './headers.ts';

export interface Identity {
  readonly caller: Caller;
  readonly session: Session | undefined;
  /** Whether the tenant may read and write; undefined for nobody. */
  readonly tenant: TenantState | undefined;
}

export interface IdentityParts {
  readonly sessions: Sessions;
  readonly verify: (token: string) => Promise<TokenClaims | undefined>;
  readonly phone: (token: string, purpose: PhonePurpose) => Promise<PhoneIdentity | undefined>;
  /** An existing tenant's id by the header or cookie of an anonymous caller, with its zone. */
  readonly tenantOf: (id: number) => Promise<{ readonly id: number; readonly zone: string } | undefined>;
  /** The tenant whose own host name a request was sent to. */
  readonly tenantOfHost: (host: string) => Promise<{ readonly id: number; readonly zone: string } | undefined>;
  readonly hostZone: string;
}

const cultureWord = /c=([\w-]+)\|uic=/;

function supported(word: string): Caller['culture'] | undefined {
  const name = (cultureWord.exec(word)?.[1] ?? word).trim().toLowerCase();
  if (/^zh(-(hans|cn|sg).*)?$/.test(name)) return 'zh-Hans';
  return /^en(-.*)?$/.test(name) ? 'en' : undefined;
}

/** The culture of a request: query, the user's own, header, cookie, the browser's list, Chinese. */
export function cultureOf(request: FastifyRequest, own: string | null): Caller['culture'] {
  const query = request.query as { culture?: unknown };
  const words = [
    typeof query.culture === 'string' ? query.culture : '',
    own ?? '',
    header(request, '.aspnetcore.culture'),
    cookieOf(request, '.AspNetCore.Culture'),
    cookieOf(request, 'Abp.Localization.CultureName'),
    ...header(request, 'accept-language')
      .split(',')
      .map((part) => part.split(';')[0] ?? ''),
  ];
  return words.map(supported).find((word) => word !== undefined) ?? 'zh-Hans';
}

const bearer = /^Bearer\s+([\w.-]+)$/i;

function tenantCandidates(request: FastifyRequest): readonly number[] {
  const words = [header(request, 'abp.tenantid'), header(request, 'abp-tenantid'), cookieOf(request, 'Abp.TenantId')];
  return words.filter((word) => /^\d{1,15}$/.test(word)).map(Number);
}

/** A caller without user and rights. */
const nobody = (request: FastifyRequest, at: Pick<Caller, 'tenantId' | 'zone'>): Caller => ({
  ...at,
  userId: null,
  userName: '',
  roles: [],
  permissions: new Set(),
  sight: seesNothing,
  impersonatorUserId: null,
  impersonatorTenantId: null,
  culture: cultureOf(request, null),
  ip: request.ip,
  client: header(request, 'user-agent'),
  tokenKey: null,
});

async function anonymous(request: FastifyRequest, parts: IdentityParts): Promise<Identity> {
  let tenant = await parts.tenantOfHost(request.hostname);
  for (const id of tenantCandidates(request)) tenant ??= await parts.tenantOf(id);
  const caller = nobody(request, { tenantId: tenant?.id ?? 0, zone: tenant?.zone ?? parts.hostZone });
  return { caller, session: undefined, tenant: undefined };
}

/** Whether a call admits callers with an invalid token, those whose screen is locked, or phone tokens alone. */
export interface Door {
  readonly open: boolean;
  readonly whileLocked: boolean;
  readonly phone?: PhonePurpose | undefined;
}

const tokenOf = (request: FastifyRequest): string | undefined => bearer.exec(header(request, 'authorization'))?.[1];

/** The caller of a phone page. It sees all rows, so its calls read those of its client only. */
async function byPhone(request: FastifyRequest, parts: IdentityParts, purpose: PhonePurpose): Promise<Identity> {
  const token = tokenOf(request);
  const found = token === undefined ? undefined : await parts.phone(token, purpose);
  if (!found) throw unauthenticated('phone-access.ended');
  const { reader, tenantId, zone, tenant } = found;
  const userName = `phone ${reader.sessionId}`;
  const caller: Caller = { ...nobody(request, { tenantId, zone }), userName, sight: seesAll, phone: reader };
  return { caller, session: undefined, tenant };
}

const lockedCode = 423;

/** Identifies the caller. An invalid token is no error on an open call; on any other it ends the session. */
export async function identify(
  request: FastifyRequest,
  parts: IdentityParts,
  { open, whileLocked, phone }: Door,
): Promise<Identity> {
  if (phone !== undefined) return byPhone(request, parts, phone);
  const token = tokenOf(request);
  const claims = token === undefined || token === 'null' ? undefined : await parts.verify(token);
  const session = claims && (await parts.sessions.find(claims));
  if (!session) {
    if (!open) throw unauthenticated(header(request, 'authorization') === '' ? 'session.missing' : 'session.ended');
    return anonymous(request, parts);
  }
  if (session.isLocked && !whileLocked) throw new AppError('forbidden', 'session.locked', { code: lockedCode });
  return {
    session,
    tenant: session.tenant,
    caller: {
      ...session.user,
      culture: cultureOf(request, session.culture),
      ip: request.ip,
      client: header(request, 'user-agent'),
    },
  };
}
