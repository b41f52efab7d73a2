import { L } from '../i18n/texts.ts';
import { ApiError, type ValidationProblem } from './api-error.ts';

interface WireError {
  code?: number;
  reason?: string;
  message?: string | null;
  details?: string | null;
  validationErrors?: readonly { message: string; members: readonly string[] | null }[] | null;
}

interface Envelope {
  result: unknown;
  success: boolean;
  error: WireError | null;
}

const isEnvelope = (body: unknown): body is Envelope => typeof body === 'object' && body !== null && '__abp' in body;

async function readBody(response: Response): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return undefined;
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** The server's log number of the error; a generated one when it sent none. */
const faultNumber = (response: Response): string => response.headers.get('x-fault-id') ?? Date.now().toString(36);

function fallbackMessage(response: Response): string {
  const { status } = response;
  if (status === 403) return L('error.forbidden');
  if (status === 404) return L('error.notFound');
  if (status === 429) return L('error.tooMany');
  return status >= 500 ? L('error.serverNumber', { id: faultNumber(response) }) : L('error.server');
}

function problems(error: WireError): ValidationProblem[] {
  return (error.validationErrors ?? []).map(({ message, members }) => ({ message, members: members ?? [] }));
}

/** What the user can do, with the log number if there is one. */
function detailsOf(response: Response, { details, message }: WireError): string | null {
  const number = response.headers.get('x-fault-id');
  return number === null || !message
    ? (details ?? null)
    : [details, L('error.pageNumber', { id: number })].filter(Boolean).join(' ');
}

const unsaid: WireError = { code: 0, reason: '', message: null, details: null };

function toError(response: Response, body: unknown): ApiError {
  const error = { ...unsaid, ...(isEnvelope(body) && body.error) };
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError({
    status: response.status,
    code: error.code ?? 0,
    reason: error.reason ?? '',
    message: error.message || fallbackMessage(response),
    details: detailsOf(response, error),
    validationErrors: problems(error),
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
  });
}

/** The `result` of a successful response (the body itself without an envelope); throws ApiError otherwise. */
export async function unwrap(response: Response): Promise<unknown> {
  const body = await readBody(response);
  if (!response.ok || (isEnvelope(body) && !body.success)) throw toError(response, body);
  return isEnvelope(body) ? body.result : body;
}
