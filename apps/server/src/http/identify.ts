import type { FastifyRequest } from 'fastify';
import { seesNothing, type Caller } from '../access/caller.ts';
import type { Session, Sessions, TokenClaims } from '../access/session.ts';
import { AppError, unauthenticated } from '../platform/errors.ts';
import { cookieOf, header } from './headers.ts';

export interface Identity {
  readonly caller: Caller;
  readonly session: Session | undefined;
}

export interface IdentityParts {
  readonly sessions: Sessions;
  readonly verify: (token: string) => Promise<TokenClaims | undefined>;
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

async function anonymous(request: FastifyRequest, parts: IdentityParts): Promise<Identity> {
  let tenant = await parts.tenantOfHost(request.hostname);
  for (const id of tenantCandidates(request)) tenant ??= await parts.tenantOf(id);
  const caller: Caller = {
    tenantId: tenant?.id ?? 0,
    userId: null,
    userName: '',
    roles: [],
    permissions: new Set(),
    sight: seesNothing,
    impersonatorUserId: null,
    impersonatorTenantId: null,
    culture: cultureOf(request, null),
    zone: tenant?.zone ?? parts.hostZone,
    ip: request.ip,
    client: header(request, 'user-agent'),
    tokenKey: null,
  };
  return { caller, session: undefined };
}

/** Whether a call admits callers with an invalid token, and those whose screen is locked. */
export interface Door {
  readonly open: boolean;
  readonly whileLocked: boolean;
}

const lockedCode = 423;

/** Identifies the caller. An invalid token is no error on an open call; on any other it ends the session. */
export async function identify(
  request: FastifyRequest,
  parts: IdentityParts,
  { open, whileLocked }: Door,
): Promise<Identity> {
  const authorization = header(request, 'authorization');
  const token = bearer.exec(authorization)?.[1];
  const claims = token === undefined || token === 'null' ? undefined : await parts.verify(token);
  const session = claims && (await parts.sessions.find(claims));
  if (!session) {
    if (!open) throw unauthenticated(authorization === '' ? 'session.missing' : 'session.ended');
    return anonymous(request, parts);
  }
  if (session.isLocked && !whileLocked) throw new AppError('forbidden', 'session.locked', { code: lockedCode });
  return {
    session,
    caller: {
      ...session.user,
      culture: cultureOf(request, session.culture),
      ip: request.ip,
      client: header(request, 'user-agent'),
    },
  };
}
