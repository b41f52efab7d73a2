import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReceiptDoor, ReceiptRequest } from '../platform/messages/receipt-door.ts';
import { rawScope } from './ingest-door.ts';
import { spellings } from './routes.ts';

const requestOf = ({ query, ip }: FastifyRequest, raw: Buffer): ReceiptRequest => ({
  query: query as ReceiptRequest['query'],
  body: raw.toString('utf8'),
  ip,
});

/** Serves the receipts of WeChat. */
export async function serveReceipts(app: FastifyInstance, door: ReceiptDoor): Promise<void> {
  await rawScope(app, door.log, (scope, serve) => {
    const answer = (run: (request: ReceiptRequest) => Promise<string>) =>
      serve(async (request, reply, raw) => {
        const text = await run(requestOf(request, raw));
        return reply.type('text/plain; charset=utf-8').send(text);
      });
    for (const url of spellings('/api/messages/receipt/wechat')) {
      scope.get(url, answer(door.prove));
      scope.post(url, answer(door.take));
    }
  });
}
