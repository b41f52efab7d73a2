import { wholeYears } from '@kangmai/domain';
import { client, clientConsent, consentKinds } from '@kangmai/model';
import {
  checkSave,
  fitsRow,
  permissionsOfCall,
  permissionsOfWrite,
  type Draft,
  type Row,
  type Members,
} from '@kangmai/resource';
import { requireAny } from '../../access/ctx.ts';
import {
  answerSave,
  asSaved,
  call,
  implement,
  refuseStale,
  servedIn,
  saveInput,
  whole,
  type Call,
  type CallCtx,
  type Implementation,
  moveOf,
  sql,
  whether,
} from '../../engine/public.ts';
import { invalid, notAllowed, requireSound } from '../../platform/errors.ts';
import { isAgreed } from './consent.ts';

type Consent = Row<typeof clientConsent>;
type ConsentDraft = Draft<typeof clientConsent>;

export interface ConsentNews {
  /** Called after the commit: clears the cached context by which a person's readings are accepted. */
  readonly personChanged: (tenantId: number, clientId: number) => void;
}

/** Below this age a parent or guardian must consent (personal information protection law, article 31). */
const ageOfConsent = 14;
async function checkSigner(ctx: CallCtx, draft: ConsentDraft): Promise<void> {
  if (draft.signer === 'guardian' || draft.client === undefined) return;
  const person = await ctx.first(
    ctx.from(client, 'c').select(['c.birthday', 'c.careLevel']).where('c.id', '=', draft.client),
  );
  if (!person) throw invalid('client', 'ref.not-found');
  const isChild = (wholeYears(person.birthday, ctx.today()) ?? ageOfConsent) < ageOfConsent;
  if (isChild || person.careLevel === 'lost') throw invalid('signer', 'consent.needs-guardian');
}

function checkDays(ctx: CallCtx, draft: Pick<ConsentDraft, 'signedAt' | 'expiresOn'>): void {
  if (draft.signedAt && draft.signedAt > ctx.now()) throw invalid('signedAt', 'field.in-future');
  if (draft.expiresOn && draft.expiresOn < ctx.today()) throw invalid('expiresOn', 'field.in-past');
}

/** Removes cached positions with the consent, so that nothing shows them. */
const forgetPosition = (ctx: CallCtx, clientId: number): Promise<number> =>
  ctx.tx.execute("delete from reading_latest where tenant_id = $1 and client_id = $2 and kind = 'location'", [
    ctx.tenantId,
    clientId,
  ]);

const pause = moveOf(client, 'pause');

async function pauseCare(ctx: CallCtx, clientId: number): Promise<void> {
  const person = await ctx.first(
    ctx
      .from(client, 'c')
      .beyondSight('whoever ends a consent ends the care that rests on it')
      .select('c.state')
      .where('c.id', '=', clientId),
  );
  if (!person || !pause.fits(person.state) || (await isAgreed(ctx, 'health', clientId))) return;
  await ctx.repo(client).update(clientId, {
    state: pause.to,
    stateOn: ctx.today(),
    stateReason: consentKinds.entries.health.label + '：同意已撤回',
  });
}

async function endWhatRested(ctx: CallCtx, { kind, client: clientId }: Consent): Promise<void> {
  if (kind === 'health') await pauseCare(ctx, clientId);
  if (kind === 'location') await forgetPosition(ctx, clientId);
}

/** Consents: signed by an entitled person, never rewritten, withdrawn with immediate effect. */
export const consentCode = (news: ConsentNews): Implementation =>
  implement(clientConsent, {
    async beforeSave(ctx, draft, current) {
      if (current && draft.state === undefined) throw notAllowed('consent.signed');
      if (current) return;
      checkDays(ctx, draft);
      await checkSigner(ctx, draft);
    },
    async afterSave(ctx, row, before) {
      if (row.state === 'withdrawn' && before?.state === 'valid') await endWhatRested(ctx, row);
      if (row.state === 'expired' && row.kind === 'location' && !(await isAgreed(ctx, 'location', row.client)))
        await forgetPosition(ctx, row.client);
      ctx.tx.afterCommit(() => news.personChanged(ctx.tenantId, row.client));
    },
    conditions: {
      expiresSoon: (asked, ctx) =>
        whether(
          asked,
          sql`(b.state = ${clientConsent.fields.state.options.choices.wireOf('valid')} and b.expires_on between ${ctx.today()}::date and ${ctx.today()}::date + 30)`,
        ),
    },
    moves: {
      withdraw(ctx, { input: { reason }, change }) {
        Object.assign(change, { withdrawnAt: ctx.now(), withdrawnBy: ctx.caller.userId, withdrawnReason: reason });
      },
    },
  });

const replaced = moveOf(clientConsent, 'replace');

interface ConsentChange {
  readonly id: number;
  /** The row version the caller saw; undefined when the body names none. */
  readonly seen: number | undefined;
  readonly body: Members;
}

function changesOf(ctx: CallCtx, body: Members, former: Consent): Pick<Consent, 'file' | 'expiresOn'> {
  const { values, problems } = checkSave(clientConsent, body, { mode: 'update', context: ctx.check });
  requireSound(problems);
  const { file, expiresOn } = asSaved(values as Pick<Consent, 'file' | 'expiresOn'>, former);
  return { file, expiresOn };
}

/**
 * Writes the new version of a signed consent and closes the former. Returns the id of the valid version; a save without
 * changes only raises the row's version, as every save does.
 */
async function replace(ctx: CallCtx, news: ConsentNews, { id, seen, body }: ConsentChange): Promise<number> {
  requireAny(ctx, permissionsOfWrite(clientConsent, 'Edit'));
  const consents = ctx.repo(clientConsent);
  const former = await consents.lock(id);
  await refuseStale(ctx, { ...former }, seen);
  const changes = changesOf(ctx, body, former);
  if (!fitsRow(clientConsent, 'edit', former)) throw invalid('expiresOn', 'consent.ended');
  if (changes.file === former.file && changes.expiresOn === former.expiresOn) return (await consents.update(id, {})).id;
  if (changes.expiresOn !== former.expiresOn) checkDays(ctx, { expiresOn: changes.expiresOn });
  await consents.update(id, { state: replaced.from(ctx, former.state) });
  const { client: person, kind, version, signer, method, signedAt } = former;
  const next = await consents.insert({
    client: person,
    kind,
    version,
    signer,
    method,
    signedAt,
    ...changes,
    supersedes: id,
  });
  ctx.tx.afterCommit(() => news.personChanged(ctx.tenantId, person));
  return next.id;
}

/** Saves a consent: a change of a signed one creates a new version, the signed one stays as it was. */
export function consentSaveCall(news: ConsentNews): Call {
  const code = consentCode(news);
  return call({
    wire: 'POST ClientConsent/CreateOrEdit',
    title: '登记知情同意',
    replaces: true,
    permission: permissionsOfCall(clientConsent, 'save'),
    resource: clientConsent,
    input: saveInput(clientConsent),
    output: whole,
    run(ctx, body) {
      const [id, seen] = [Number(body.get('id') ?? 0), Number(body.get('rowVersion') ?? 0)];
      if (!Number.isSafeInteger(seen)) throw invalid('rowVersion', 'field.not-integer');
      return Number.isSafeInteger(id) && id > 0
        ? replace(ctx, news, { id, seen: seen || undefined, body })
        : answerSave(servedIn(ctx, clientConsent, code), ctx, body);
    },
  });
}
