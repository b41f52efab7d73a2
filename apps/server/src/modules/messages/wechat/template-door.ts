import { gzhEvents, gzhPlaceholders } from '@kangmai/model';
import { keyOfPlaceholder, templateParts } from '@kangmai/resource';
import type { Tx } from '../../../platform/database/database.ts';
import { MessageRefused } from '../../../platform/messages/door.ts';
import type { WechatApi } from '../../../platform/messages/wechat-api.ts';
import type { DueMessage, MessageParts } from '../message-types.ts';
import type { MessageParams } from '../wording.ts';
import { accountOf } from './account.ts';

type Event = keyof typeof gzhPlaceholders;

interface Template {
  readonly templateId: string;
  readonly words: readonly { readonly keyword: string; readonly value: string }[];
  readonly url: string | null;
}

interface Parts extends Pick<MessageParts, 'database' | 'tenantKeys'> {
  readonly api: WechatApi;
}

const templateSql = `select template_id as "templateId", words, url from gzh_template
  where tenant_id = $1 and event = $2 and is_enabled and not is_deleted`;

/** The service refuses longer values of a keyword `thing`. */
const mostLetters = 20;

const isEvent = (purpose: string): purpose is Event => purpose in gzhPlaceholders;

function filled(event: Event, text: string, params: MessageParams): string {
  const known = gzhPlaceholders[event];
  return templateParts(text)
    .map((part) => {
      if ('text' in part) return part.text;
      const key = keyOfPlaceholder(known, part.name) as keyof MessageParams | undefined;
      return key === undefined ? '' : (params[key] ?? '');
    })
    .join('');
}

const fitting = (keyword: string, value: string): string =>
  keyword.startsWith('thing') ? Array.from(value).slice(0, mostLetters).join('') : value;

export const dataOf = (
  event: Event,
  words: Template['words'],
  params: MessageParams,
): Readonly<Record<string, string>> =>
  Object.fromEntries(words.map(({ keyword, value }) => [keyword, fitting(keyword, filled(event, value, params))]));

async function templateOf(tx: Tx, event: Event): Promise<Template> {
  const template = await tx.one<Template>(templateSql, [tx.tenantId, gzhEvents.wireOf(event)]);
  if (!template) throw new MessageRefused('NO_TEMPLATE');
  return template;
}

/** Sends by the official account of the message's tenant; returns the service's number of the message. */
export const templateDoor =
  ({ api, database, tenantKeys }: Parts) =>
  async ({ tenantId, purpose, recipient, params }: DueMessage): Promise<string> => {
    if (!isEvent(purpose)) throw new MessageRefused('NO_TEMPLATE');
    const sealer = await tenantKeys.of(tenantId);
    const { account, template } = await database.withTenant(tenantId, async (tx) => ({
      account: await accountOf(tx, sealer),
      template: await templateOf(tx, purpose),
    }));
    if (!account) throw new MessageRefused('NO_ACCOUNT');
    const { templateId, url, words } = template;
    return api.send(account, { openId: recipient, templateId, url, data: dataOf(purpose, words, params) });
  };
