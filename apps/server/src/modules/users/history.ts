import { type CallCtx, maskPhone } from '../../engine/public.ts';
import { recordChange, type RecordedChange } from '../record-change.ts';

type Values = Readonly<Record<string, unknown>>;

const masked = ({ phoneNumber, ...values }: Values): Values =>
  typeof phoneNumber === 'string' ? { ...values, phoneNumber: maskPhone(phoneNumber) } : { ...values, phoneNumber };

export const recordUserChange = (
  ctx: Pick<CallCtx, 'tx' | 'tenantId' | 'caller'>,
  id: number,
  { before = {}, after, ...rest }: Omit<RecordedChange, 'id'>,
): Promise<void> =>
  recordChange(ctx, 'user', {
    ...rest,
    id,
    before: 'phoneNumber' in before ? masked(before) : before,
    after: 'phoneNumber' in after ? masked(after) : after,
  });
