import type { AnyResource } from '@kangmai/resource';
import type { z } from 'zod';
import type { CallCtx } from './call-ctx.ts';

/** Who may make a call: any of the permissions, any signed-in user, or the whole world (listed with its reason in `anonymous.ts`). */
export type CallPermission = string | readonly string[];

export type AddressPays = 'always' | 'never' | 'forFailures';

/** A call that no definition can shape: an odd answer, two resources, a report. */
export interface CallSpec<S extends z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `GET Service/Action`, or a path from the root such as `POST /api/TokenAuth/Authenticate`. */
  readonly wire: string;
  readonly title: string;
  /** `signed-in`, `anonymous`, a permission, or several of which any will do. */
  readonly permission: CallPermission;
  /** The resource whose fields the input means: refusals name them, with their labels, as the conventional calls do. */
  readonly resource?: AnyResource;
  /** Names are matched without regard to case in query and body. */
  readonly input: S;
  /** Members that must not stand in an address: refused in the query. */
  readonly bodyOnly?: readonly string[];
  /** What it answers, for the API document and the clients made from it; `run` must answer it. Shapes beside zod's are in `call-shapes`. */
  readonly output?: O;
  /** `raw` leaves the envelope away. */
  readonly envelope?: 'raw';
  /** Answers with an ETag over the caller and the answer. */
  readonly etag?: boolean;
  /** Changes nothing that is kept for the caller, though it is posted: served like a read. */
  readonly reads?: boolean;
  /** Points that it takes from those of its caller; one when left out. */
  readonly cost?: number;
  /**
   * What the address of a caller who is not signed in pays: always when left out, `never` where the call counts its own tries,
   * `forFailures` where many people behind one address come at the same time.
   */
  readonly addressPays?: AddressPays;
  /** Allowed to write while the tenant's subscription has expired: one's own session and lists, paying, care that cannot wait. */
  readonly inWaitingDays?: boolean;
  /** Why a locked sign-in may make it. Calls that everybody may make need no reason. */
  readonly whileLocked?: string;
  /** Takes the place of a call that the engine would serve from a definition. */
  readonly replaces?: true;
  /** When it ends well, the browser is given the cookie by which it is known again. */
  readonly marksBrowser?: boolean;
  /** No transaction is opened; for calls that reach the data by a door of their own. */
  readonly detached?: boolean;
  readonly run: (ctx: CallCtx, input: z.output<S>) => Promise<z.output<O>>;
}

/** A call with its types set aside. */
export interface Call extends Omit<CallSpec<z.ZodType>, 'run'> {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute path of the call. */
  readonly path: string;
  readonly permissions: readonly string[];
  readonly run: (ctx: CallCtx, input: unknown) => Promise<unknown>;
}

/**
 * Declares a call of another shape; it passes the same steps as every other.
 * @example call({ wire: 'GET Device_binds/GetAllDtos', title: '…', permission: 'Pages.X', input: z.object({ imeiFilter: z.string().optional() }), output: arrayOf(flatRow(deviceBinding)), run: async (ctx, input) => … })
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
