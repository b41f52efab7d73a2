import compress from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError, unsupported } from '../platform/errors.ts';
import { decodeBody, parseBody } from './body.ts';
import { errorAnswer } from './envelope.ts';
import { cultureOf } from './identify.ts';
import { readableError } from './send-answer.ts';
import { refuseUnreadable } from './unreadable.ts';

export interface ServerOptions {
  readonly trustProxy: boolean;
  /** Other origins that may call from a browser. */
  readonly origins: readonly string[];
  readonly secure: boolean;
  /** Other origins that our pages may connect to, such as the public host's sockets. */
  readonly connects: readonly string[];
  /** Answers requests that match no call and no file, such as a page's address opened in a browser. */
  readonly otherwise?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** Only the last address of X-Forwarded-For comes from our proxy; callers may forge the others. */
const isOwnProxy = (address: string, hop: number): boolean => hop === 0;

const bodyLimit = 1_048_576;
const jsonTypes = ['application/json', 'text/json', 'text/plain'];
const otherJson = /^application\/[\w.-]+\+json/;

const fastifyProblems: Readonly<Record<string, AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('tooLarge', 'body.too-large', { params: { max: '1 MB' } }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('unsupported', 'body.unsupported'),
  FST_REQ_FILE_TOO_LARGE: new AppError('tooLarge', 'upload.too-large', { params: { max: '2MB' } }),
};

function answerProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const readable =
    readableError(error) ??
    fastifyProblems[error.code] ??
    (error.statusCode !== undefined && error.statusCode < 500
      ? new AppError('invalid', 'request.malformed')
      : undefined);
  if (!readable) request.log.error({ fault: error.name, code: error.code }, 'a request failed');
  const answer = errorAnswer(readable ?? new AppError('unavailable', 'server.fault'), cultureOf(request, null));
  return reply
    .code(readable ? answer.status : 500)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const asJson = async (request: FastifyRequest, body: Buffer): Promise<unknown> => parseBody(decodeBody(body));
  app.addContentTypeParser(jsonTypes, { parseAs: 'buffer' }, asJson);
  app.addContentTypeParser(otherJson, { parseAs: 'buffer' }, asJson);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  // A body without a type is treated as JSON, as old clients send it.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if ((request.headers['content-type'] ?? '') !== '' && body.length > 0) throw unsupported();
    return parseBody(decodeBody(body));
  });
}

/** What browsers may do with an answer; the same for all of them, so it is written once. */
function browserRules({ secure, connects }: Pick<ServerOptions, 'secure' | 'connects'>): ReadonlyMap<string, string> {
  const sources = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connects].join(' '),
    "media-src 'self' data: blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return new Map([
    ['content-security-policy', sources.join(';')],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['origin-agent-cluster', '?1'],
    ['permissions-policy', 'camera=(self), microphone=(self), geolocation=(self), payment=()'],
    ['referrer-policy', 'same-origin'],
    ...(secure ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const] : []),
    ['x-content-type-options', 'nosniff'],
    ['x-dns-prefetch-control', 'off'],
    ['x-download-options', 'noopen'],
    ['x-frame-options', 'DENY'],
    ['x-permitted-cross-domain-policies', 'none'],
    ['x-xss-protection', '0'],
  ]);
}

/** What every answer bears: what a browser may do with it, and that nobody keeps it. */
function setHeaders(app: FastifyInstance, options: Pick<ServerOptions, 'secure' | 'connects'>): void {
  const rules = browserRules(options);
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of rules) reply.raw.setHeader(name, value);
    done();
  });
  app.addHook('onSend', async (request, reply) => {
    // Nothing is kept by browsers or proxies unless the answer says so.
    if (!reply.hasHeader('cache-control') && !reply.raw.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
  });
}

/** The HTTP server without its calls: parsers, security headers, compression, error handler, not-found handler. */
export async function makeServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: options.trustProxy ? isOwnProxy : false,
    bodyLimit,
    requestTimeout: 60_000,
    connectionTimeout: 300_000,
    keepAliveTimeout: 65_000,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 500,
    },
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable,
  });
  readBodies(app);
  app.setErrorHandler<FastifyError>(answerProblem);
  app.setNotFoundHandler(options.otherwise ?? ((request, reply) => reply.code(404).send()));
  setHeaders(app, options);
  await app.register(cors, {
    origin: [...options.origins],
    credentials: true,
    maxAge: 600,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
  });
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: 2048,
    encodings: ['br', 'gzip'],
  });
  await app.register(multipart, {
    limits: { fileSize: 2 * 1024 * 1024 - 1, files: 10, fields: 50, fieldSize: 100_000 },
  });
  return app;
}
