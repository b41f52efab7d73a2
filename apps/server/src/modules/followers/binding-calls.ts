import { client, gzhSetting, guardianContact } from '@kangmai/model';
import { permissionsOfCall, permissionsOfWrite } from '@kangmai/resource';
import encodeQR from 'qr';
import { z } from 'zod';
import { inTenant } from '../../access/in-tenant.ts';
import { call, type Call, type CallCtx, withRepositories, whole } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import { accountOf, codeOfFault, maskedOpenId, wordsOfCode } from '../messages/public.ts';
import { makeCode, validSeconds, type Subject } from './bind-code.ts';
import type { FollowerParts } from './take-follower.ts';

const input = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

type Bindable = typeof client | typeof guardianContact;

const subjectOf = ({ name }: Bindable, id: number): Subject => (name === 'client' ? { client: id } : { contact: id });

/** The row in the caller's sight; another one is not found. */
const rowOf = (ctx: CallCtx, resource: Bindable, id: number): Promise<{ readonly openId: string | null }> =>
  resource.name === 'client' ? ctx.repo(client).get(id) : ctx.repo(guardianContact).get(id);

const stateCall = (resource: Bindable): Call =>
  call({
    wire: `GET ${resource.wire.service}/GetWechatBinding`,
    title: '微信绑定',
    permission: permissionsOfCall(resource, 'list'),
    input,
    output: z.object({ canBind: z.boolean(), isBound: z.boolean(), openId: z.string().nullable() }),
    async run(ctx, { id }) {
      const { openId } = await rowOf(ctx, resource, id);
      const account = await ctx.repo(gzhSetting).first({ where: { isEnabled: true } });
      return { canBind: account !== undefined, isBound: Boolean(openId), openId: openId ? maskedOpenId(openId) : null };
    },
  });

const pictureOf = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(encodeQR(text, 'svg', { ecc: 'medium', border: 4 })).toString('base64')}`;

const codeCall = (resource: Bindable, { services, surroundings, planOf, api }: FollowerParts): Call =>
  call({
    wire: `POST ${resource.wire.service}/MakeWechatCode`,
    title: '生成微信绑定二维码',
    permission: permissionsOfWrite(resource, 'Edit'),
    input,
    output: z.object({ picture: z.string(), validSeconds: whole }),
    detached: true,
    cost: 10,
    async run({ caller }, { id }) {
      const sealer = await services.tenantKeys.of(caller.tenantId);
      const { account, code } = await inTenant(surroundings, { caller }, async (own) => {
        const ctx = withRepositories(own, planOf);
        await rowOf(ctx, resource, id);
        const enabled = await accountOf(ctx.tx, sealer);
        if (!enabled) throw notAllowed('gzh.not-enabled');
        return { account: enabled, code: await makeCode(ctx, subjectOf(resource, id)) };
      });
      const address = await api.makeCode(account, code, validSeconds).catch((fault: unknown) => {
        throw notAllowed('follower.no-code', { answer: wordsOfCode(caller.culture, codeOfFault(fault)) });
      });
      return { picture: pictureOf(address), validSeconds };
    },
  });

const unbindCall = (resource: Bindable): Call =>
  call({
    wire: `POST ${resource.wire.service}/UnbindWechat`,
    title: '解除微信绑定',
    permission: permissionsOfWrite(resource, 'Edit'),
    input,
    output: z.object({ isBound: z.literal(false) }),
    async run(ctx, { id }) {
      await rowOf(ctx, resource, id);
      if (resource.name === 'client') await ctx.repo(client).update(id, { openId: null, bindState: 'unbound' });
      else await ctx.repo(guardianContact).update(id, { openId: null });
      return { isBound: false as const };
    },
  });

export const bindingCalls = (parts: FollowerParts): readonly Call[] =>
  [client, guardianContact].flatMap((resource) => [
    stateCall(resource),
    codeCall(resource, parts),
    unbindCall(resource),
  ]);
