/** The runtime of a generated client, as text: the same for every document. */
export const runtime = `/** A refusal, or an answer that is none of the server's. */
export class ApiError extends Error {
  readonly status: number;
  /** A stable dotted word, for programs. */
  readonly reason: string | undefined;
  /** A sentence to act on, for people. */
  readonly details: string | null;
  readonly validationErrors: readonly { readonly message: string; readonly members: readonly string[] }[];
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, error: Partial<Schemas['Error']> | null | undefined) {
    super(error?.message ?? \`the server answered \${response.status}\`);
    this.name = 'ApiError';
    this.status = response.status;
    this.reason = error?.reason;
    this.details = error?.details ?? null;
    this.validationErrors = (error?.validationErrors ?? []) as readonly { readonly message: string; readonly members: readonly string[] }[];
    const wait = response.headers.get('retry-after');
    this.retryAfterSeconds = wait === null ? undefined : Number(wait);
  }
}

type Part<Name extends string, Value> = [Value] extends [undefined] ? { readonly [Key in Name]?: undefined } : Record<string, never> extends Value ? { readonly [Key in Name]?: Value } : { readonly [Key in Name]: Value };
type Input<Name extends keyof Calls> = Part<'query', Calls[Name]['query']> & Part<'body', Calls[Name]['body']>;
type Arguments<Name extends keyof Calls> = Record<string, never> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

export interface ClientOptions {
  /** Where the server is, for example https://health.example.com */
  readonly base: string;
  /** The bearer of a signed-in user. */
  readonly token?: string;
  /** The tenant of a sign-in; afterwards the token says it. */
  readonly tenantId?: number;
  /** The language of messages: zh-Hans or en. */
  readonly language?: string;
  readonly fetch?: typeof fetch;
}

export interface Client {
  /** Makes a call. Rejects with ApiError when it is refused. */
  call<Name extends keyof Calls>(name: Name, ...input: Arguments<Name>): Promise<Calls[Name]['result']>;
  /** The same client with other options, as after signing in. */
  with(more: Partial<ClientOptions>): Client;
}

function queryText(query: object | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) for (const one of [value].flat()) if (one !== undefined && one !== null) parameters.append(name, String(one));
  return parameters.size === 0 ? '' : \`?\${parameters.toString()}\`;
}

function headersOf({ token, tenantId, language }: ClientOptions, hasBody: boolean): Record<string, string> {
  return {
    ...(hasBody && { 'content-type': 'application/json' }), ...(token !== undefined && { authorization: \`Bearer \${token}\` }),
    ...(tenantId !== undefined && { 'abp.tenantid': String(tenantId) }), ...(language !== undefined && { 'accept-language': language }),
  };
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  let answer: unknown;
  try {
    answer = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new ApiError(response, undefined);
  }
  const envelope = answer !== null && typeof answer === 'object' && '__abp' in answer ? (answer as unknown as { readonly result: unknown; readonly error: Schemas['Error'] | null }) : undefined;
  if (!response.ok) throw new ApiError(response, envelope?.error);
  return envelope ? envelope.result : answer;
}

export function createClient(options: ClientOptions): Client {
  const send = async (name: string, input: { readonly query?: object; readonly body?: unknown } = {}): Promise<unknown> => {
    const [method = 'GET', path = '/'] = name.split(' ');
    const hasBody = input.body !== undefined;
    const response = await (options.fetch ?? fetch)(\`\${options.base.replace(/\\/$/, '')}\${path}\${queryText(input.query)}\`, { method, headers: headersOf(options, hasBody), ...(hasBody && { body: JSON.stringify(input.body) }) });
    return answerOf(response);
  };
  return {
    call: (name, ...[input]) => send(name, input as { readonly query?: object; readonly body?: unknown }) as Promise<never>,
    with: (more) => createClient({ ...options, ...more }),
  };
}
`;
