import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const page = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>API</title><link rel="icon" href="/api/docs/files/favicon-32x32.png"><link rel="stylesheet" href="/api/docs/files/swagger-ui.css"><script src="/api/docs/theme.js"></script></head>
<body><div id="swagger-ui"></div><script src="/api/docs/files/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;

/** Sets the theme of this browser's user before the page renders. */
const theme = `const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = /(?:^|; )look=(light|dark|system)/.exec(document.cookie)?.[1] ?? 'light';
const paint = () => document.documentElement.classList.toggle('dark-mode', chosen === 'dark' || (chosen === 'system' && system.matches));
paint();
system.addEventListener('change', paint);`;

const starter =
  "window.ui = SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'none', validatorUrl: null });";

/** Serves the API document and a page to read and try it; the page uses nothing external or inline. */
export async function serveOpenApi(app: FastifyInstance, document: () => object): Promise<void> {
  // As bytes, shared by all concurrent answers; a text would be copied for each.
  let bytes: Buffer | undefined;
  app.get('/api/openapi.json', (request, reply) => {
    bytes ??= Buffer.from(JSON.stringify(document()));
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(bytes);
  });
  const files = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await app.register(fastifyStatic, {
    root: join(files),
    prefix: '/api/docs/files/',
    decorateReply: false,
    allowedPath: (path) => /^\/(swagger-ui\.css|swagger-ui-bundle\.js|favicon-\d+x\d+\.png)$/.test(path),
  });
  app.get('/api/docs', (request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  );
  const script = (name: string, text: string): void =>
    void app.get(`/api/docs/${name}.js`, (request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(text),
    );
  script('theme', theme);
  script('start', starter);
}
