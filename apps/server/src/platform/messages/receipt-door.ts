/** What a provider sends: its signed query, and the body as sent. */
export interface ReceiptRequest {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly ip: string;
}

/** Takes the receipts of a provider that speaks no JSON; both answer with a text. */
export interface ReceiptDoor {
  /** Answers the provider's question whether this address is ours. */
  readonly prove: (request: ReceiptRequest) => Promise<string>;
  readonly take: (request: ReceiptRequest) => Promise<string>;
  readonly log: (fault: unknown) => void;
}
