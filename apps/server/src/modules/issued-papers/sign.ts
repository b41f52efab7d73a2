import { user } from '@kangmai/model';
import { z } from 'zod';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import {
  call,
  type Call,
  type CallCtx,
  everySight,
  type PlanOf,
  recordChange,
  type Services,
  timestamp,
  whole,
  withRepositories,
} from '../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import { requireCurrent, requireOwnCode } from '../identity/public.ts';
import { maySign } from './calls.ts';
import { paperInSight, type PaperKey, versionOf } from './papers.ts';
import { lockPaper, type Signature, type SignWay, type Version, writeSignature } from './versions.ts';

export interface SignParts {
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
}

interface Asked extends PaperKey {
  readonly version: number;
}

const signedAlready = ({ version, signerName }: Version) =>
  conflict('paper.signed', { version, name: signerName ?? '' });

async function signable(ctx: CallCtx, { version, ...key }: Asked): Promise<Version> {
  const paper = await paperInSight(ctx, key);
  await lockPaper(ctx, paper.paper.key, paper.row.id);
  const { found, all } = await versionOf(ctx, paper, version);
  if (found.signedAt !== null) throw signedAlready(found);
  const newest = all[0] ?? found;
  if (newest !== found) throw notAllowed('paper.superseded', { version: newest.version });
  if (!maySign(ctx, paper, found))
    throw notAllowed('paper.other-signer', { name: found.content.signer?.name ?? found.issuerName });
  return found;
}

interface Proof {
  readonly password?: string | null | undefined;
  readonly code?: string | null | undefined;
}

async function prove(services: Services, ctx: CallCtx, { password, code }: Proof): Promise<SignWay> {
  if (password && !code) {
    await requireCurrent(services, ctx, password);
    return 'password';
  }
  if (!code || password) throw invalid('password', 'paper.proof');
  await requireOwnCode(services, ctx, code);
  return 'code';
}

async function sign(ctx: CallCtx, asked: Asked, signWay: SignWay): Promise<Signature> {
  const found = await signable(ctx, asked);
  const userId = ctx.caller.userId ?? 0;
  const person = await everySight(ctx).repo(user).get(userId);
  const { sha256 } = found;
  const signature = { sha256, signedAt: ctx.now(), signedBy: userId, signerName: person.fullName ?? '', signWay };
  if (!(await writeSignature(ctx, found.id, signature))) throw signedAlready(found);
  const after = { version: found.version, sha256, signedBy: userId, signWay };
  await recordChange(ctx, 'documentVersion', { id: found.id, after });
  return signature;
}

/** Signs the newest version of a paper with the password or a code of the signer; no qualified electronic signature. */
export const signCall = ({ services, surroundings, planOf }: SignParts): Call =>
  call({
    wire: 'POST Documents/Sign',
    title: '签名',
    permission: 'signed-in',
    input: z.object({
      key: z.string().max(60),
      id: z.number().int().positive(),
      version: z.number().int().positive(),
      password: z.string().max(1024).nullish(),
      code: z.string().trim().max(16).nullish(),
    }),
    bodyOnly: ['password', 'code'],
    output: z.object({ version: whole, signerName: z.string(), signedAt: timestamp }),
    detached: true,
    cost: 5,
    async run(ctx, { password, code, ...asked }) {
      const { caller } = ctx;
      const within = <T>(work: (inner: CallCtx) => Promise<T>): Promise<T> =>
        inTenant(surroundings, { caller }, (inner) => work(withRepositories(inner, planOf)));
      await within((inner) => signable(inner, asked));
      const way = await prove(services, ctx, { password, code });
      const { signerName, signedAt } = await within((inner) => sign(inner, asked, way));
      return { version: asked.version, signerName, signedAt };
    },
  });
