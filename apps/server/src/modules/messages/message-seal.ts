import type { Sealer } from '../../access/ctx.ts';
import type { MessageParams } from './wording.ts';

export const sealParams = (sealer: Pick<Sealer, 'seal'>, params: MessageParams): Buffer =>
  sealer.seal(JSON.stringify(params));

export const openParams = (sealer: Pick<Sealer, 'open'>, sealed: Buffer): MessageParams =>
  JSON.parse(sealer.open(sealed)) as MessageParams;
