import { daysOfPaper } from '@kangmai/domain';
import { permissionsOfCall, type Document } from '@kangmai/resource';
import { requireAny } from '../../access/ctx.ts';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import { recordLooks } from '../../access/looks.ts';
import { endFamily, stampOf } from '../../access/tokens-issue.ts';
import { withRepositories, type CallCtx, type PlanOf, type Services } from '../../engine/public.ts';
import { AppError, notAllowed, notFound, rateLimited } from '../../platform/errors.ts';
import { Gate } from '../../platform/gate.ts';
import { PageUnfit, type PagePrinter } from '../../platform/page-printer.ts';

export interface PdfParts {
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly printer: PagePrinter;
}

export interface PdfOrder {
  readonly caller: CallCtx['caller'];
  readonly document: Document;
  readonly id: number;
  /** In place of the default template of the kind. */
  readonly template?: number | undefined;
  /** The issued version in place of the newest one; 0: the row as it is now. */
  readonly version?: number | undefined;
}

function pathOf({ document, id, template, version }: PdfOrder): string {
  const asked = Object.entries({ template, version }).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${value}`,
  );
  return `/print/${document.key}/${id}${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
}

/** Names under which the browser client keeps its tokens. */
const stored = { access: 'Abp.AuthToken', hub: 'enc_auth_token', culture: 'Abp.Localization.CultureName' } as const;

/** How long the sign-in of a printing browser lasts at most; it is ended when the document is there. */
const signInSeconds = 60;

const waitMs = 20_000;
const retryAfterSeconds = 15;

/** Refuses rows out of the caller's sight, and records that the document was printed. */
async function admit(
  { surroundings, planOf }: PdfParts,
  { caller, document: { of, period }, id }: PdfOrder,
): Promise<void> {
  await inTenant(surroundings, { caller }, async (ctx) => {
    const resource = ctx.model.byName(of);
    requireAny(ctx, permissionsOfCall(resource, 'edit'));
    if (period && !daysOfPaper(period.of, id)) throw notFound();
    if (!period) await withRepositories(ctx, planOf).rows(resource).get(id);
    await recordLooks(ctx, [{ action: 'print', clientId: null, resource: of, record: id }]);
  });
}

/** Does work with a sign-in of the caller's that ends with the work. */
async function signedIn<T>(
  { database, tokenIssuer }: Services,
  caller: PdfOrder['caller'],
  work: (tokens: { readonly accessToken: string; readonly encryptedAccessToken: string }) => Promise<T>,
): Promise<T> {
  const { tenantId, userId } = caller;
  const family = crypto.randomUUID();
  const tokens = await database.withTenant(tenantId, async (tx) => {
    const securityStamp = userId === null ? undefined : await stampOf(tx, userId);
    if (userId === null || securityStamp === undefined) throw notFound();
    return tokenIssuer.access(
      tx,
      {
        tenantId,
        userId,
        securityStamp,
        family,
        ip: caller.ip,
        client: caller.client,
        impersonatorUserId: caller.impersonatorUserId,
        impersonatorTenantId: caller.impersonatorTenantId,
      },
      signInSeconds,
    );
  });
  try {
    return await work(tokens);
  } finally {
    await database.withTenant(tenantId, (tx) => endFamily(tx, family));
  }
}

/** Makes the PDFs of documents, one at a time. */
export class PdfMaker {
  private readonly parts: PdfParts;
  private readonly gate = new Gate({ inAll: 1, ofOneKey: 1 });

  constructor(parts: PdfParts) {
    this.parts = parts;
  }

  close(): void {
    this.gate.close();
  }

  private async print(order: PdfOrder): Promise<Buffer | undefined> {
    const { services, printer } = this.parts;
    const { caller } = order;
    return signedIn(services, caller, ({ accessToken, encryptedAccessToken }) =>
      printer.print({
        origin: services.ownAddress(),
        path: pathOf(order),
        localStorage: { [stored.access]: JSON.stringify({ token: accessToken, expireTime: null }) },
        cookies: { [stored.hub]: encodeURIComponent(encryptedAccessToken), [stored.culture]: caller.culture },
        mark: { attribute: 'data-print', waiting: 'waiting', ready: 'ready' },
      }),
    );
  }

  admit(order: PdfOrder): Promise<void> {
    return admit(this.parts, order);
  }

  async make(order: PdfOrder): Promise<Buffer> {
    await admit(this.parts, order);
    const outcome = await this.gate
      .pass('pdf', AbortSignal.timeout(waitMs), async () => {
        const pdf = await this.print(order);
        if (!pdf) throw notAllowed('pdf.no-browser');
        return pdf;
      })
      .catch((fault: unknown) => {
        if (fault instanceof AppError) throw fault;
        if (fault instanceof PageUnfit && fault.mark === 'absent') throw notFound();
        this.parts.services.log.error({ part: 'pdf', fault }, 'a document could not be made');
        throw new AppError('unavailable', 'pdf.failed', { cause: fault, retryAfterSeconds });
      });
    if (!outcome) throw rateLimited(retryAfterSeconds, 'pdf.busy');
    return outcome;
  }
}
