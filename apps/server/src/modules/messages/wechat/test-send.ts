import { gzhEvents } from '@kangmai/model';
import { z } from 'zod';
import { call, type Call } from '../../../engine/public.ts';
import { invalid, notAllowed, notFound } from '../../../platform/errors.ts';
import { textOf } from '../../../platform/texts/index.ts';
import type { MessageParams } from '../wording.ts';
import { accountOf, type AccountParts, type OwnAccount } from './account.ts';
import { codeOfFault, wordsOfCode } from './answer-words.ts';
import { dataOf } from './template-door.ts';

interface Template {
  readonly event: string;
  readonly templateId: string;
  readonly words: Parameters<typeof dataOf>[1];
  readonly url: string | null;
}

const templateSql = `select t.event, t.template_id as "templateId", t.words, t.url from gzh_template t
  where t.tenant_id = $1 and t.id = $2 and not t.is_deleted`;
const nameSql = 'select name from tenant where id = $1';
const insertSql = `insert into outgoing_message (tenant_id, queued_at, channel, purpose, recipient, body, state, user_id, attempts, sent_at, problem, provider_ref)
  values ($1, $2, 'template', $3, $4, $5, $6, $7, 1, $8, $9, $10)`;

interface Read {
  readonly account: OwnAccount | undefined;
  readonly template: Template | undefined;
  readonly house: string;
}

async function read({ services }: AccountParts, tenantId: number, id: number): Promise<Read> {
  const sealer = await services.tenantKeys.of(tenantId);
  return services.database.withTenant(tenantId, async (tx) => ({
    account: await accountOf(tx, sealer),
    template: await tx.one<Template>(templateSql, [tenantId, id]),
    house: (await tx.one<{ name: string }>(nameSql, [tenantId]))?.name ?? '',
  }));
}

const input = z.object({
  id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  openId: z.string().trim().max(64),
});

export const testSendCall = (parts: AccountParts): Call =>
  call({
    wire: 'POST GzhTemplate/TestSend',
    title: '公众号模板测试发送',
    permission: 'Pages.Basicplatform.GzhSetting.Edit',
    input,
    output: z.object({ ok: z.boolean(), message: z.string() }),
    bodyOnly: ['openId'],
    detached: true,
    cost: 10,
    async run({ tenantId, caller: { culture, userId } }, { id, openId }) {
      if (!/^[\w-]{6,64}$/.test(openId)) throw invalid('openId', 'gzh.bad-open-id');
      const { account, template, house } = await read(parts, tenantId, id);
      if (!template) throw notFound();
      if (!account) throw notAllowed('gzh.not-enabled');
      const { database, now, settings } = parts.services;
      const event = gzhEvents.read(template.event) ?? 'alarm';
      const trial = textOf(culture, 'gzh.trial');
      const phone = (await settings.of(tenantId, 'App.Alarm.DutyPhone')).trim() || '12345678';
      const params: MessageParams = { minutes: '', house, phone, ward: trial, level: trial, count: '0' };
      const { templateId, url, words } = template;
      const sent = await parts.api.send(account, { openId, templateId, url, data: dataOf(event, words, params) }).then(
        (reference) => ({ reference, code: null }),
        (fault: unknown) => ({ reference: null, code: codeOfFault(fault) }),
      );
      const { reference, code } = sent;
      await database.withTenant(tenantId, (tx) =>
        tx.execute(insertSql, [
          tenantId,
          now(),
          event,
          openId,
          trial,
          code === null ? 'sent' : 'failed',
          userId,
          code === null ? now() : null,
          code,
          reference,
        ]),
      );
      return { ok: code === null, message: code === null ? textOf(culture, 'gzh.sent') : wordsOfCode(culture, code) };
    },
  });
