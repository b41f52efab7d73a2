import { gzhSetting } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import { asSaved, implement, type CallCtx } from '../../../engine/public.ts';
import { type FieldProblem, invalid, requireSound } from '../../../platform/errors.ts';

type Setting = Draft<typeof gzhSetting>;

const forms = { appSecret: /^\w{16,64}$/, token: /^[A-Za-z\d]{3,32}$/ } as const;
const secrets = ['appSecret', 'token'] as const;

/** One account at a time becomes the one that sends. */
async function lockAccounts({ tx, tenantId }: CallCtx): Promise<void> {
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('official account', $1))", [tenantId]);
}

const appIdProblems = ({ appId }: Setting): readonly FieldProblem[] =>
  appId === undefined || /^wx[\da-zA-Z]{16}$/.test(appId) ? [] : [{ field: 'appId', reason: 'gzh.bad-app-id' }];

/** An empty secret keeps the stored one; its form is checked when it is given. */
function secretProblems(draft: Setting): readonly FieldProblem[] {
  return secrets.flatMap((name) => {
    const given = draft[name];
    if (given === null || given === '') delete draft[name];
    const isWrong = Boolean(given) && !forms[name].test(given ?? '');
    return isWrong ? [{ field: name, reason: `gzh.bad-${name === 'token' ? 'token' : 'secret'}` }] : [];
  });
}

async function requireComplete(ctx: CallCtx, saved: Setting, id: number | undefined): Promise<void> {
  if (saved.accountType !== 'service') throw invalid('accountType', 'gzh.not-service');
  requireSound(secrets.filter((name) => !saved[name]).map((name) => ({ field: name, reason: 'gzh.needed' })));
  const enabled = await ctx.repo(gzhSetting).list({ where: { isEnabled: true }, take: 2 });
  if (enabled.some((other) => other.id !== id)) throw invalid('isEnabled', 'gzh.other-enabled');
}

/** A secret belongs to its account: with another AppID it is entered again. */
function requireOwnSecret(draft: Setting, current: Row<typeof gzhSetting> | undefined): void {
  const isOther = current !== undefined && draft.appId !== undefined && draft.appId !== current.appId;
  if (isOther && current.appSecret !== null && draft.appSecret === undefined)
    throw invalid('appSecret', 'gzh.secret-again');
}

export const gzhSettingCode = implement(gzhSetting, {
  lockFirst: (ctx) => lockAccounts(ctx),
  async beforeSave(ctx, draft, current) {
    if (!current) await lockAccounts(ctx);
    requireSound([...appIdProblems(draft), ...secretProblems(draft)]);
    requireOwnSecret(draft, current);
    const saved = asSaved<Setting>(draft, current);
    if (saved.isEnabled) await requireComplete(ctx, saved, current?.id);
  },
});
