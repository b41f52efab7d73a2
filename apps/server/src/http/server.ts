import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
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

/** Headers of every answer: browser restrictions and caching. */
async function setHeaders(app: FastifyInstance, options: Pick<ServerOptions, 'secure' | 'connects'>): Promise<void> {
  await app.register(helmet, {
    global: true,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    hsts: options.secure ? { maxAge: 31_536_000 } : false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...options.connects],
        mediaSrc: ["'self'", 'data:', 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(self), payment=()');
    // Browsers and proxies cache nothing unless the answer allows it.
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
  await setHeaders(app, options);
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
