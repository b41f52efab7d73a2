import type { IssuedContent } from '@kangmai/model/documents';
import { permissionsOfWrite } from '@kangmai/resource';
import { z } from 'zod';
import { canAny } from '../../access/ctx.ts';
import { arrayOf, call, type Call, type CallCtx, timestamp, whole } from '../../engine/public.ts';
import { checkVersion, type Difference, differences } from './check-version.ts';
import { issuePaper } from './issue.ts';
import { type Paper, paperInSight, paperOfRow, recordView, requireIssuer, versionOf } from './papers.ts';
import { hashesOf, type Version, versionsAfter, versionsOf } from './versions.ts';

const count = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const paperInput = z.object({ key: z.string().max(60), id: count });

const versionOutput = z.object({
  version: whole,
  sha256: z.string(),
  issuedAt: timestamp,
  issuerName: z.string(),
  reason: z.string().nullable(),
  signerName: z.string().nullable(),
  signedAt: timestamp.nullable(),
  isNewest: z.boolean(),
});

const shownOf = (version: Version, newest: Version | undefined): z.output<typeof versionOutput> => ({
  version: version.version,
  sha256: version.sha256,
  issuedAt: version.issuedAt,
  issuerName: version.issuerName,
  reason: version.content.reason,
  signerName: version.signerName,
  signedAt: version.signedAt,
  isNewest: version.id === newest?.id,
});

export const maySign = (ctx: CallCtx, { paper }: Paper, { content: { signer } }: Version): boolean =>
  signer
    ? signer.id === ctx.caller.userId
    : ctx.caller.userId !== null && canAny(ctx, permissionsOfWrite(ctx.model.byName(paper.of), 'Edit'));

const issue = call({
  wire: 'POST Documents/Issue',
  title: '签发单据',
  permission: 'signed-in',
  input: paperInput.extend({ reason: z.string().trim().max(200).nullish() }),
  output: z.object({ version: whole, sha256: z.string() }),
  async run(ctx, { reason, ...key }) {
    const found = await paperInSight(ctx, key);
    requireIssuer(ctx, found);
    return issuePaper(ctx, found.paper, { row: found.row, reason: reason ?? '' });
  },
});

const list = call({
  wire: 'GET Documents/GetVersions',
  title: '单据的已签发版本',
  permission: 'signed-in',
  input: paperInput,
  output: z.object({
    versions: arrayOf(versionOutput),
    mayRead: z.boolean(),
    mayIssue: z.boolean(),
    maySign: z.boolean(),
  }),
  async run(ctx, key) {
    const found = await paperOfRow(ctx, key);
    const { paper, row, hidden } = found;
    const versions = await versionsOf(ctx, paper.key, row.id);
    const [newest] = versions;
    const mayRead = hidden === 0;
    return {
      versions: versions.map((version) => shownOf(version, newest)),
      mayRead,
      mayIssue: mayRead && canAny(ctx, permissionsOfWrite(ctx.model.byName(paper.of), 'Edit')),
      maySign: mayRead && newest?.signedAt === null && maySign(ctx, found, newest),
    };
  },
});

const versionInput = paperInput.extend({ version: count.nullish() });

const read = call({
  wire: 'GET Documents/GetVersion',
  title: '已签发的单据',
  permission: 'signed-in',
  input: versionInput,
  output: versionOutput.extend({ content: z.custom<IssuedContent>() }),
  async run(ctx, { version, ...key }) {
    const paper = await paperInSight(ctx, key);
    const { found, all } = await versionOf(ctx, paper, version);
    await recordView(ctx, paper);
    return { ...shownOf(found, all[0]), content: found.content };
  },
});

const difference = z.enum(differences);

async function checkAll(ctx: CallCtx, versions: readonly Version[]): Promise<readonly (readonly Difference[])[]> {
  const hashes = await hashesOf(
    ctx,
    versions.flatMap(({ formerId }) => formerId ?? []),
  );
  return versions.map((version) => checkVersion(version, hashes.get(version.formerId ?? 0) ?? null));
}

const verify = call({
  wire: 'GET Documents/Verify',
  title: '核验已签发的单据',
  permission: 'signed-in',
  input: versionInput,
  output: z.object({ version: whole, sha256: z.string(), isIntact: z.boolean(), differences: arrayOf(difference) }),
  async run(ctx, { version, ...key }) {
    const { found } = await versionOf(ctx, await paperInSight(ctx, key), version);
    const [changed = []] = await checkAll(ctx, [found]);
    const { version: checked, sha256 } = found;
    return { version: checked, sha256, isIntact: changed.length === 0, differences: [...changed] };
  },
});

const atOnce = 200;
const mostNamed = 100;

const verifyAll = call({
  wire: 'GET Documents/VerifyAll',
  title: '核验全部已签发的单据',
  permission: 'Pages.Administration.AuditLogs',
  input: z.object({}),
  output: z.object({
    checked: whole,
    changed: arrayOf(
      z.object({
        document: z.string(),
        title: z.string(),
        id: whole,
        version: whole,
        differences: arrayOf(difference),
      }),
    ),
  }),
  cost: 10,
  async run(ctx) {
    const changed = [];
    let [checked, last] = [0, 0];
    for (;;) {
      const versions = await versionsAfter(ctx, last, atOnce);
      const results = await checkAll(ctx, versions);
      for (const [at, { document, content, rowId: id, version }] of versions.entries()) {
        const found = [...(results[at] ?? [])];
        if (found.length > 0) changed.push({ document, title: content.title, id, version, differences: found });
      }
      checked += versions.length;
      last = versions.at(-1)?.id ?? last;
      if (versions.length < atOnce) return { checked, changed: changed.slice(0, mostNamed) };
    }
  },
});

export const versionCalls: readonly Call[] = [issue, list, read, verify, verifyAll];
