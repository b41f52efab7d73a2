/** A message as a provider gets it. */
export interface Letter {
  readonly recipient: string;
  readonly subject: string | null;
  readonly body: string;
  /** Values of the provider's own template, such as the code. */
  readonly params: Readonly<Record<string, string>>;
}

/** Hands messages of one channel to whoever delivers them. */
export interface MessageDoor {
  /** Resolves when the provider has taken the message. Rejects with MessageRefused when trying again is no use, with anything else when it may be. */
  readonly send: (letter: Letter) => Promise<void>;
}

/** The provider will not take this message, now or later. `code` is the provider's own word and tells nothing of the recipient. */
export class MessageRefused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`refused: ${code}`);
    this.name = 'MessageRefused';
    this.code = code;
  }
}

/** The provider did not take it this time. */
export class MessageDelayed extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`delayed: ${code}`);
    this.name = 'MessageDelayed';
    this.code = code;
  }
}
