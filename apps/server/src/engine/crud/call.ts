import type { AnyResource } from '@kangmai/resource';
import type { z } from 'zod';
import type { CallCtx } from './call-ctx.ts';

/**
 * Who may make a call: holders of any of the permissions, any signed-in user, or anybody (listed with its reason in
 * `anonymous.ts`).
 */
export type CallPermission = string | readonly string[];

export type AddressPays = 'always' | 'never' | 'forFailures';

/** A call that no definition can describe: an unusual answer, two resources, a report. */
export interface CallSpec<S extends z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `GET Service/Action`, or a path from the root such as `POST /api/TokenAuth/Authenticate`. */
  readonly wire: string;
  readonly title: string;
  /** `signed-in`, `anonymous`, a permission, or several of which any suffices. */
  readonly permission: CallPermission;
  /** The resource whose fields the input uses: refusals name them with their labels, as in conventional calls. */
  readonly resource?: AnyResource;
  /** Names in query and body are matched ignoring case. */
  readonly input: S;
  /** Members refused in the query, which must not appear in an address. */
  readonly bodyOnly?: readonly string[];
  /**
   * The answer's shape, for the API document and generated clients; `run` must return it. Shapes besides zod's are in
   * `call-shapes`.
   */
  readonly output?: O;
  /** `raw` omits the envelope. */
  readonly envelope?: 'raw';
  /** Answers with an ETag over the caller and the answer. */
  readonly etag?: boolean;
  /** Changes nothing stored for the caller, although it is a POST: treated as a read. */
  readonly reads?: boolean;
  /** Points that it costs its caller; one by default. */
  readonly cost?: number;
  /**
   * What the address of an anonymous caller pays: always by default, `never` where the call counts its own tries,
   * `forFailures` where many people behind one address call at the same time.
   */
  readonly addressPays?: AddressPays;
  /** Allowed to write while the tenant's subscription has expired: own session and lists, paying, urgent care. */
  readonly inWaitingDays?: boolean;
  /** Why a locked sign-in may make it. Calls open to everybody need no reason. */
  readonly whileLocked?: string;
  /** Replaces a call that the engine would serve from a definition. */
  readonly replaces?: true;
  /** On success, sets the cookie by which the browser is recognised. */
  readonly marksBrowser?: boolean;
  /** A multipart body is a spreadsheet: it is kept for a minute and the input has its `fileToken`. */
  readonly takesSheet?: true;
  /** No transaction is opened; for calls that open transactions themselves. */
  readonly detached?: boolean;
  readonly run: (ctx: CallCtx, input: z.output<S>) => Promise<z.output<O>>;
}

/** A call without its types. */
export interface Call extends Omit<CallSpec<z.ZodType>, 'run'> {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute path of the call. */
  readonly path: string;
  readonly permissions: readonly string[];
  readonly run: (ctx: CallCtx, input: unknown) => Promise<unknown>;
}

/**
 * Declares a call with a shape of its own; it passes the same steps as every other.
 * @example call({ wire: 'GET Device_binds/GetAllDtos', title: '…', permission: 'Pages.X', input: z.object({ imeiFilter:
 * z.string().optional() }), output: arrayOf(flatRow(deviceBinding)), run: async (ctx, input) => … })
 */
export function call<S extends z.ZodType, O extends z.ZodType>(spec: CallSpec<S, O>): Call {
  const [verb = '', target = ''] = spec.wire.split(' ');
  if (!['GET', 'POST', 'PUT', 'DELETE'].includes(verb) || target === '')
    throw new Error(`${spec.wire} is no verb and path`);
  return {
    ...spec,
    verb: verb as Call['verb'],
    path: target.startsWith('/') ? target : `/api/services/app/${target}`,
    permissions: typeof spec.permission === 'string' ? [spec.permission] : spec.permission,
    run: spec.run as Call['run'],
  };
}
