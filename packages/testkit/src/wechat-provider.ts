import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Asked {
  readonly path: string;
  readonly token: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A provider of official accounts in this process, with what it was asked and what it answers. */
export interface WechatProvider {
  readonly url: string;
  readonly asked: Asked[];
  /** Answers to all but tokens; the last one is repeated. Empty: everything is accepted. */
  answers: object[];
  /** Tokens given so far. */
  tokens: number;
  readonly to: (path: string) => readonly Asked[];
  readonly close: () => Promise<void>;
}

export async function startWechatProvider(): Promise<WechatProvider> {
  let number = 900;
  const answerOf = (path: string): object => {
    if (path.endsWith('stable_token')) {
      provider.tokens += 1;
      return { access_token: `token-${provider.tokens}`, expires_in: 7200 };
    }
    const answer = provider.answers.length > 1 ? provider.answers.shift() : provider.answers[0];
    number += 1;
    return answer ?? { errcode: 0, errmsg: 'ok', msgid: number, url: `http://weixin.qq.com/q/${number}` };
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    void text(request).then((body) => {
      const given = JSON.parse(body) as Asked['body'];
      provider.asked.push({ path: pathname, token: searchParams.get('access_token'), body: given });
      response.end(JSON.stringify(answerOf(pathname)));
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const provider: WechatProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answers: [],
    tokens: 0,
    to: (path) => provider.asked.filter((each) => each.path.endsWith(path)),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
      }),
  };
  return provider;
}

/** The query that the provider signs; `nonce` makes each one different. */
export function signedQuery(token: string, seconds: number, nonce = '7281'): string {
  const signature = createHash('sha1')
    .update([token, String(seconds), nonce].toSorted().join(''))
    .digest('hex');
  return `signature=${signature}&timestamp=${seconds}&nonce=${nonce}`;
}

/** An event as the provider writes it. */
export const eventXml = (
  event: string,
  { openId = 'o-1', createdAt, ...more }: Readonly<Record<string, string | number>> & { readonly createdAt: number },
): string =>
  `<xml><ToUserName><![CDATA[gh_7f083739789a]]></ToUserName><FromUserName><![CDATA[${openId}]]></FromUserName>
<CreateTime>${createdAt}</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[${event}]]></Event>
${Object.entries(more)
  .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
  .join('\n')}</xml>`;
