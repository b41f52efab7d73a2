import { Readable } from 'node:stream';
import type { StreamedPage } from '../engine/crud/conventional.ts';

async function* pieces(page: StreamedPage, key: string): AsyncGenerator<string> {
  yield `{"result":${JSON.stringify(page.head).slice(0, -1)},"${key}":[`;
  let first = true;
  for await (const rows of page.rows) {
    const text = rows.map((row) => JSON.stringify(row)).join(',');
    if (text === '') continue;
    yield first ? text : `,${text}`;
    first = false;
  }
  yield ']},"targetUrl":null,"success":true,"error":null,"unAuthorizedRequest":false,"__abp":true}';
}

/** A long list as the envelope around rows that are read while they are sent. */
export const streamPage = (page: StreamedPage): Readable => Readable.from(pieces(page, page.keys[0] ?? 'items'));
