import type { Target } from './target.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** A call of the product's own API document. */
export interface DocumentedCall {
  readonly path: string;
  readonly verb: 'get' | 'post' | 'put' | 'delete';
  /** Names of its query or its body in lower case. */
  readonly takes: readonly string[];
}

function namesOf({ parameters = [], requestBody }: Operation): readonly string[] {
  const body = requestBody?.content['application/json']?.schema.properties ?? {};
  // A parameter without a name stands for the header that all writes share.
  const ofQuery = parameters.flatMap(({ name }) => name ?? []);
  return [...ofQuery, ...Object.keys(body)].map((name) => name.toLowerCase());
}

/** Every call of the API document, which needs no sign-in. */
export async function documentedCalls(target: Target): Promise<readonly DocumentedCall[]> {
  const { body } = await (await target.visitor()).get('/api/openapi.json');
  const { paths } = body as {
    readonly paths: Readonly<Record<string, Readonly<Record<DocumentedCall['verb'], Operation>>>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({
      path,
      verb: verb as DocumentedCall['verb'],
      takes: namesOf(operation),
    })),
  );
}
