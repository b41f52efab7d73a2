import { expect, test } from 'vitest';
import { openWard, type Taken } from './ward.ts';

const imei = '860000000000017';
const pulse = (messageId: string, heart = 72): object => ({ imei, dataType: 'heart', values: { heart }, messageId });

test('two messages without a time that say the same in the same millisecond, at two nodes, are two readings; each that comes again is known', async () => {
  // The clock stands still: both nodes give their first message the same time of receipt.
  const ward = await openWard('2026-03-10');
  const second = await ward.app.secondNode();
  try {
    await ward.wearer(imei);
    const one = (await ward.send(pulse('a')))[0] as Taken;
    const other = (await ward.sendTo(second.url, pulse('b')))[0] as Taken;
    expect([one.status, other.status]).toEqual(['stored', 'stored']);
    expect(other.id).not.toBe(one.id);
    expect(await ward.sendTo(second.url, pulse('a'))).toMatchObject([{ status: 'duplicate', id: one.id }]);
    expect(await ward.send(pulse('b'))).toMatchObject([{ status: 'duplicate', id: other.id }]);
    expect(await ward.send(pulse('b', 73))).toMatchObject([{ status: 'quarantined', reason: 'conflict' }]);
    expect(await ward.sql('select heart from heart_rate_reading where tenant_id = $1')).toEqual([
      { heart: 72 },
      { heart: 72 },
    ]);
  } finally {
    await second.close();
    await ward.close();
  }
});
