/** An answer as received. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; the text where it is no JSON. */
  readonly body: unknown;
  /** The content of the envelope. */
  readonly result: T;
  /** The envelope's refusal, or null. */
  readonly error: {
    readonly code: number;
    readonly reason: string;
    readonly message: string;
    readonly details: string | null;
    readonly validationErrors: readonly { readonly message: string; readonly members: readonly string[] }[] | null;
  } | null;
}

type Query = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;

/** Calls over real HTTP. A path without a leading slash is `Service/Action`. */
export interface Client {
  readonly headers: Readonly<Record<string, string>>;
  readonly get: <T = unknown>(path: string, query?: Query) => Promise<Answer<T>>;
  readonly post: <T = unknown>(path: string, body?: unknown, query?: Query) => Promise<Answer<T>>;
  readonly put: <T = unknown>(path: string, body?: unknown, query?: Query) => Promise<Answer<T>>;
  readonly delete: <T = unknown>(path: string, query?: Query) => Promise<Answer<T>>;
  /** The same client with more headers. */
  readonly with: (headers: Readonly<Record<string, string>>) => Client;
  /** Any request; redirects are not followed. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

function queryText(query: Query | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? (value as readonly (string | number)[]) : [value])
      if (one !== undefined) parameters.append(name, String(one));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  const body = parsed(text);
  const envelope = (body !== null && typeof body === 'object' ? body : {}) as {
    result?: T;
    error?: Answer<T>['error'];
  };
  return {
    status: response.status,
    headers: response.headers,
    text,
    body,
    result: envelope.result as T,
    error: envelope.error ?? null,
  };
}

/** A client of a running server that sends the given headers with every call. */
export function client(url: string, headers: Readonly<Record<string, string>>): Client {
  const address = (path: string, query?: Query): string =>
    `${url}${path.startsWith('/') ? path : `/api/services/app/${path}`}${queryText(query)}`;
  const read = <T>(method: string, path: string, query?: Query): Promise<Answer<T>> =>
    fetch(address(path, query), { method, headers }).then((response) => answerOf<T>(response));
  const write = <T>(
    method: string,
    path: string,
    content: { readonly body: unknown; readonly query: Query | undefined },
  ): Promise<Answer<T>> => {
    const init: RequestInit =
      content.body === undefined
        ? { method, headers }
        : { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(content.body) };
    return fetch(address(path, content.query), init).then((response) => answerOf<T>(response));
  };
  return {
    headers,
    get: (path, query) => read('GET', path, query),
    delete: (path, query) => read('DELETE', path, query),
    post: (path, body, query) => write('POST', path, { body, query }),
    put: (path, body, query) => write('PUT', path, { body, query }),
    with: (more) => client(url, { ...headers, ...more }),
    fetch: (path, init) =>
      fetch(address(path), {
        redirect: 'manual',
        ...init,
        headers: { ...headers, ...(init?.headers as Record<string, string> | undefined) },
      }),
  };
}
