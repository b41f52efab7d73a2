import { expect, test } from 'vitest';
import { withBreaker } from './breaker.ts';
import { MessageDelayed, MessageRefused, ProviderAway, type Letter } from './door.ts';

const letter: Letter = { recipient: '13900000001', subject: null, body: '', params: {} };

function scene() {
  let clock = 0;
  let answer: Error | undefined;
  let asked = 0;
  const door = withBreaker(
    {
      send: async () => {
        asked += 1;
        if (answer) throw answer;
      },
    },
    () => new Date(clock),
  );
  return {
    answers: (next: Error | undefined) => (answer = next),
    later: (ms: number) => (clock += ms),
    /** The fault of a message and how often the provider has been asked. */
    send: async () => [
      await door.send(letter).then(
        () => 'sent',
        ({ code }: MessageDelayed) => code,
      ),
      asked,
    ],
  };
}

test('after five failures in a row the provider rests for 30 s, then one message tries', async () => {
  const { answers, later, send } = scene();
  answers(new ProviderAway('TimeoutError'));
  for (let asked = 1; asked <= 5; asked += 1) expect(await send()).toEqual(['TimeoutError', asked]);
  expect(await send()).toEqual(['PROVIDER_AWAY', 5]);
  later(29_999);
  expect(await send()).toEqual(['PROVIDER_AWAY', 5]);
  later(1);
  expect(await Promise.all([send(), send(), send()])).toEqual([
    ['TimeoutError', 6],
    ['PROVIDER_AWAY', 6],
    ['PROVIDER_AWAY', 6],
  ]);
  later(30_000);
  answers(undefined);
  expect(await send()).toEqual(['sent', 7]);
  expect(await send()).toEqual(['sent', 8]);
});

test('refusals and limits of single messages are answers of a provider that is there', async () => {
  const { answers, send } = scene();
  for (const fault of [new MessageRefused('BAD_NUMBER'), new MessageDelayed('LIMIT')]) {
    answers(fault);
    for (let count = 0; count < 6; count += 1) expect(await send()).toEqual([fault.code, expect.any(Number)]);
  }
  expect(await send()).toEqual(['LIMIT', 13]);
});

test('one answer between failures begins the count again', async () => {
  const { answers, send } = scene();
  const away = new ProviderAway('TimeoutError');
  for (const fault of [away, away, away, away, undefined, away, away, away, away]) {
    answers(fault);
    await send();
  }
  expect(await send()).toEqual(['TimeoutError', 10]);
  expect(await send()).toEqual(['PROVIDER_AWAY', 10]);
});

test('a refusal of the one that tries shows that the provider is back', async () => {
  const { answers, later, send } = scene();
  answers(new ProviderAway('TimeoutError'));
  for (let count = 0; count < 5; count += 1) await send();
  later(30_000);
  answers(new MessageRefused('BAD_NUMBER'));
  expect(await send()).toEqual(['BAD_NUMBER', 6]);
  answers(undefined);
  expect(await send()).toEqual(['sent', 7]);
});
