/** A message as a provider gets it. */
export interface Letter {
  readonly recipient: string;
  readonly subject: string | null;
  readonly body: string;
  /** Values of the provider's own template, such as the code. */
  readonly params: Readonly<Record<string, string>>;
  /** The provider's template; its usual one when absent. */
  readonly template?: string | undefined;
  /** Returned by the provider in its receipt. */
  readonly reference?: string;
}

/** Sends messages of one channel through a provider. */
export interface MessageDoor {
  /**
   * Resolves when the provider has accepted the message. Rejects with MessageRefused when a retry is useless, with
   * anything else when it may succeed.
   */
  readonly send: (letter: Letter) => Promise<void>;
}

/**
 * The provider finally refused this message. `code` is the provider's own word and reveals nothing about the recipient.
 */
export class MessageRefused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`refused: ${code}`);
    this.name = 'MessageRefused';
    this.code = code;
  }
}

/** The provider did not accept it this time. */
export class MessageDelayed extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`delayed: ${code}`);
    this.name = 'MessageDelayed';
    this.code = code;
  }
}

/** The provider cannot be reached, or answers with its own fault or not in its language. */
export class ProviderAway extends MessageDelayed {}
