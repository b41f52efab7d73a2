import { vi } from 'vitest';

interface Request {
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type Answer = (request: Request) => unknown;

/** An answer that refuses: status and the `error` part of the envelope. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly error: object,
  ) {}
}

export const refusedFields = (problems: Readonly<Record<string, string>>): Refusal =>
  new Refusal(400, {
    message: '您的请求无效',
    validationErrors: Object.entries(problems).map(([member, message]) => ({ message, members: [member] })),
  });

/** A page of rows as lists send it. */
export const pageOf = (...items: readonly object[]) => ({ totalCount: items.length, items });

const envelopeOf = (result: unknown): Response =>
  new Response(
    JSON.stringify(
      result instanceof Refusal
        ? { result: null, success: false, error: result.error, ['__abp']: true }
        : { result, success: true, error: null, ['__abp']: true },
    ),
    { status: result instanceof Refusal ? result.status : 200, headers: { 'content-type': 'application/json' } },
  );

/** Calls of the tools that every list has. */
const ofEveryList: Readonly<Record<string, Answer>> = {
  'GET Lists/GetLook': () => ({ look: null, views: [] }),
  'POST Lists/SaveLook': () => 1,
};

/**
 * Replaces `fetch`. Answers by verb and call, such as `POST Equipment/CreateOrEdit`; later changes to `answers` count.
 * Returns the requests so far, in their order.
 */
export function fakeServer(answers: Record<string, Answer>): (Request & { readonly call: string })[] {
  const requests: (Request & { readonly call: string })[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const call = `${init.method ?? 'GET'} ${pathname.replace('/apis/api/services/app/', '')}`;
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Request['body']) : {};
    const request = { call, query: Object.fromEntries(searchParams), body };
    requests.push(request);
    const answer = answers[call] ?? ofEveryList[call];
    if (!answer) throw new Error(`no answer for ${call}`);
    return envelopeOf(await answer(request));
  });
  return requests;
}
