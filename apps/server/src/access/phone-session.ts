import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Tokens } from '../platform/tokens.ts';
import { holdsPermission } from './holders.ts';
import type { PhonePurpose, PhoneReader } from './phone-purpose.ts';
import { tenantState, type TenantRow, type TenantState } from './session.ts';

/** The right of staff to give out links; links end with it. */
export const phoneLinkRight = 'Pages.RemoteMonitoring.PhoneAccess.Create';

/** Client, number and issuer of link `l`; `$1` is the tenant. */
export const phoneLinkJoins = `join client c on c.tenant_id = $1 and c.id = l.client_id
  join app_user u on u.tenant_id = $1 and u.id = l.created_by
  left join guardian_contact g on g.tenant_id = $1 and g.id = l.contact_id and g.client_id = l.client_id and not g.is_deleted`;

/** Condition with these joins: nobody revoked the link, its client is in care, has the number, its issuer the right. */
export const isLiving = `coalesce(l.revoked_at is null and not c.is_deleted and c.state not in ('deceased', 'transferred', 'closed')
  and l.phone_index = case when l.contact_id is null then c.phone_index else g.phone_index end
  and u.is_active and not u.is_deleted and ${holdsPermission(`'${phoneLinkRight}'`)}, false)`;

const sessionSql = `select s.id as "sessionId", l.client_id as "clientId", l.purpose, t.time_zone as "timeZone", t.is_active as "isActive",
    t.subscription_end_at as "subscriptionEndAt", t.waiting_days as "waitingDays"
  from phone_session s join phone_link l on l.tenant_id = $1 and l.id = s.link_id ${phoneLinkJoins} join tenant t on t.id = $1
  where s.tenant_id = $1 and s.token_key = $2 and s.expires_at > $3 and l.purpose = $4 and ${isLiving}`;

const insertSql = `insert into phone_session (tenant_id, link_id, token_key, created_at, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, link_id) do nothing returning id`;

export interface PhoneIdentity {
  readonly reader: PhoneReader;
  readonly tenantId: number;
  readonly zone: string;
  readonly tenant: TenantState;
}

interface NewSession {
  readonly linkId: number;
  readonly expiresAt: Date;
}

type Found = PhoneReader & Omit<TenantRow, 'rowVersion'>;

const audience = 'phone';

/** Sessions of phone pages. Each call asks for its session, so that a revoked one ends at once. */
export class PhoneSessions {
  private readonly parts: { readonly database: Database; readonly tokens: Tokens; readonly now: () => Date };

  constructor(parts: PhoneSessions['parts']) {
    this.parts = parts;
  }

  /** The token of a link's only session; undefined where the link has one. */
  async begin(tx: Tx, { linkId, expiresAt }: NewSession): Promise<string | undefined> {
    const key = randomUUID();
    const made = await tx.one<{ id: number }>(insertSql, [tx.tenantId, linkId, key, this.parts.now(), expiresAt]);
    return made && this.parts.tokens.sign({ jti: key, tenant: tx.tenantId }, { audience, expiresAt });
  }

  /** The living session of a token of a purpose. */
  async find(token: string, purpose: PhonePurpose): Promise<PhoneIdentity | undefined> {
    const { database, tokens, now } = this.parts;
    const claims = await tokens.verify(token, audience);
    const { jti, tenant: tenantId } = (claims ?? {}) as { readonly jti?: unknown; readonly tenant?: unknown };
    if (typeof jti !== 'string' || typeof tenantId !== 'number') return undefined;
    const found = await database.withTenant(tenantId, (tx) =>
      tx.one<Found>(sessionSql, [tenantId, jti, now(), purpose]),
    );
    if (!found) return undefined;
    const { sessionId, clientId } = found;
    return {
      reader: { sessionId, clientId, purpose },
      tenantId,
      zone: found.timeZone,
      tenant: tenantState(found, now()),
    };
  }
}
