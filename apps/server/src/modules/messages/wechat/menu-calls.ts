import { gzhSetting } from '@kangmai/model';
import { z } from 'zod';
import { call, type Call, recordChange } from '../../../engine/public.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { notAllowed } from '../../../platform/errors.ts';
import { textOf } from '../../../platform/texts/index.ts';
import { codeOfFault, wordsOfCode } from './answer-words.ts';
import { menuShape, providerMenu, requireMenu, type Menu } from './menu.ts';
import { enabledAccount, type AccountParts } from './account.ts';

const readSql = `select m.buttons, m.published_at as "publishedAt" from gzh_menu m
  join gzh_setting s on s.tenant_id = $1 and s.id = m.setting_id and s.is_enabled and not s.is_deleted where m.tenant_id = $1`;
const writeSql = `insert into gzh_menu (tenant_id, setting_id, buttons, published_at) values ($1, $2, $3::jsonb, $4)
  on conflict (tenant_id, setting_id) do update set buttons = excluded.buttons, published_at = excluded.published_at`;

interface Published {
  readonly buttons: Menu;
  readonly publishedAt: Date;
}

export const publishedMenu = (tx: Tx): Promise<Published | undefined> => tx.one<Published>(readSql, [tx.tenantId]);

const answer = z.object({ ok: z.boolean(), message: z.string() });

export const publishMenuCall = (parts: AccountParts): Call =>
  call({
    wire: 'POST GzhSetting/PublishMenu',
    title: '发布公众号菜单',
    permission: 'Pages.Basicplatform.GzhSetting.Edit',
    input: z.object({ menu: menuShape }),
    output: answer,
    detached: true,
    cost: 10,
    async run(ctx, { menu }) {
      requireMenu(menu);
      const { tenantId, caller } = ctx;
      const { database, now } = parts.services;
      const account = await enabledAccount(parts, tenantId);
      if (!account) throw notAllowed('gzh.not-enabled');
      const code = await parts.api.publishMenu(account, providerMenu(menu)).then(() => undefined, codeOfFault);
      if (code !== undefined) return { ok: false, message: wordsOfCode(caller.culture, code) };
      await database.withTenant(tenantId, async (tx) => {
        const before = await publishedMenu(tx);
        await tx.execute(writeSql, [tenantId, account.id, JSON.stringify(menu), now()]);
        const change = { id: account.id, before: { menu: before?.buttons }, after: { menu } };
        await recordChange({ tx, tenantId, caller }, gzhSetting.name, change);
      });
      return { ok: true, message: textOf(caller.culture, 'gzh.menu-published') };
    },
  });
