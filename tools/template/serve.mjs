import { createReadStream, statSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { extname, join, normalize } from 'node:path';

const ofProduct = /^\/+(apis?|abp\w+|signalr|file|upload)(\/|\?|$)/i;
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The file of an address: itself, the same below `dist`, as the template asks for its scripts, or its first page. */
export function fileOf(folder, address) {
  const [path = '/'] = decodeURIComponent(address).split(/[?#]/, 1);
  const places = [path, path.replace(/^\/dist\//, '/')].map((place) => join(folder, normalize(`/${place}`)));
  return places.find(isFile) ?? join(folder, 'index.html');
}

function pass(from, to, base) {
  const { hostname, port } = new URL(base);
  const onward = ask({ hostname, port, method: from.method, path: from.url, headers: from.headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  onward.on('error', () => to.writeHead(502).end());
  from.pipe(onward);
}

/**
 * Serves a built client and passes its calls to the product.
 * @returns {Promise<import('node:http').Server>} listening on a loopback port, a free one for 0
 */
export function serve(parts) {
  const server = createServer((from, to) => {
    if (ofProduct.test(from.url ?? '')) {
      pass(from, to, parts.base);
      return;
    }
    const file = fileOf(parts.folder, from.url ?? '/');
    to.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file)
      .on('error', () => to.destroy())
      .pipe(to);
  });
  return new Promise((resolve) => server.listen(parts.port, '127.0.0.1', () => resolve(server)));
}
