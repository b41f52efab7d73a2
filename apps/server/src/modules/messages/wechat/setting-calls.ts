import { gzhSetting } from '@kangmai/model';
import { z } from 'zod';
import { anyObject, call, type Call, flatRow, timestamp } from '../../../engine/public.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { notAllowed } from '../../../platform/errors.ts';
import type { AccountParts } from './account.ts';
import { codeOfFault, wordsOfCode } from './answer-words.ts';
import { publishedMenu, publishMenuCall } from './menu-calls.ts';
import { sendLogsCall } from './send-logs.ts';
import { testSendCall } from './test-send.ts';

const permission = 'Pages.Basicplatform.GzhSetting';

const get = call({
  wire: 'GET GzhSetting/Get',
  title: '公众号设置',
  permission,
  resource: gzhSetting,
  input: z.object({}),
  output: z.object({
    setting: flatRow(gzhSetting).nullable(),
    menu: z.object({ buttons: z.array(anyObject), publishedAt: timestamp }).nullable(),
  }),
  async run(ctx) {
    // The account that sends, else the newest one.
    const rows = await ctx.repo(gzhSetting).list({ sort: '-createdAt', take: 100 });
    const row = rows.find(({ isEnabled }) => isEnabled) ?? rows[0];
    return { setting: row ? ctx.show(gzhSetting, row) : null, menu: (await publishedMenu(ctx.tx)) ?? null };
  },
});

const serverInfo = ({ services: { config, ownAddress } }: AccountParts): Call =>
  call({
    wire: 'GET GzhSetting/GetServerInfo',
    title: '公众号服务器配置',
    permission,
    input: z.object({}),
    output: z.object({ url: z.string(), encoding: z.literal('plain') }),
    run: async ({ tenantId }) => ({
      url: `${(config.publicUrl ?? ownAddress()).replace(/\/$/, '')}/api/messages/receipt/wechat?account=${tenantId}`,
      encoding: 'plain' as const,
    }),
  });

interface Tested {
  readonly id: number;
  readonly appId: string;
  readonly secret: Buffer;
}

const testedSql = `select id, app_id as "appId", app_secret_sealed as secret from gzh_setting
  where tenant_id = $1 and not is_deleted and app_secret_sealed is not null order by is_enabled desc, created_at desc limit 1`;
const noteSql = 'update gzh_setting set tested_at = $3, test_result = $4 where tenant_id = $1 and id = $2';

const test = ({ services: { database, tenantKeys, now }, api }: AccountParts): Call =>
  call({
    wire: 'POST GzhSetting/TestConnection',
    title: '检测公众号连接',
    permission: `${permission}.Edit`,
    input: z.object({}),
    output: z.object({ ok: z.boolean(), message: z.string() }),
    detached: true,
    cost: 10,
    async run({ tenantId, caller: { culture } }) {
      const sealer = await tenantKeys.of(tenantId);
      const row = await database.withTenant(tenantId, (tx: Tx) => tx.one<Tested>(testedSql, [tenantId]));
      if (!row) throw notAllowed('gzh.not-set');
      const code = await api.check({ appId: row.appId, secret: sealer.open(row.secret) }).then(() => 'ok', codeOfFault);
      const message = wordsOfCode(culture, code);
      await database.withTenant(tenantId, (tx) => tx.execute(noteSql, [tenantId, row.id, now(), message]));
      return { ok: code === 'ok', message };
    },
  });

export const settingCalls = (parts: AccountParts): readonly Call[] => [
  get,
  serverInfo(parts),
  test(parts),
  publishMenuCall(parts),
  testSendCall(parts),
  sendLogsCall,
];
