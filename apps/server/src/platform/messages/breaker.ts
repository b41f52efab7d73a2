import { ProviderAway, type MessageDoor } from './door.ts';

const mostFailures = 5;
const restMs = 30_000;

/**
 * A door that stops asking a provider that does not answer: after five failures in a row every message waits at once
 * for 30 s, then one message tries again. Refusals of single messages are answers.
 */
export function withBreaker({ send }: MessageDoor, now: () => Date): MessageDoor {
  let failures = 0;
  let restsUntil = 0;
  const failed = (): void => {
    failures += 1;
    if (failures >= mostFailures) restsUntil = now().getTime() + restMs;
  };
  const answered = (): void => {
    failures = 0;
    restsUntil = 0;
  };
  return {
    send: async (letter) => {
      if (now().getTime() < restsUntil) throw new ProviderAway('PROVIDER_AWAY');
      // Others wait for the outcome of this one.
      if (failures >= mostFailures) restsUntil = now().getTime() + restMs;
      try {
        await send(letter);
        answered();
      } catch (fault) {
        if (fault instanceof ProviderAway) failed();
        else answered();
        throw fault;
      }
    },
  };
}
