/** One property that was checked: how often, and what broke it. */
interface Check {
  readonly property: string;
  readonly checked: number;
  readonly broken: readonly string[];
}

const mostShown = 20;

/** What a fault run did and found. */
export class Report {
  readonly fault: string;
  private readonly injected: string[] = [];
  private readonly checks: Check[] = [];
  skipped: string | undefined;
  private readonly began = performance.now();

  constructor(fault: string) {
    this.fault = fault;
  }

  /** Records an injected fault with its number. */
  inject(what: string): void {
    this.injected.push(what);
  }

  /** Records a property with the number of checks and its violations. A property that was never checked has failed. */
  check(property: string, checked: number, broken: readonly string[]): void {
    this.checks.push({ property, checked, broken: checked === 0 ? ['nothing was there to check'] : broken });
  }

  /** A measurement with its limit; undefined when the condition was never met. */
  atMost(
    property: string,
    figure: number | undefined,
    { limit, unit }: { readonly limit: number; readonly unit: 'ms' | 'MB' },
  ): void {
    const shown = figure === undefined ? 'never' : `${figure.toFixed(0)} ${unit}`;
    this.check(
      `${property}: at most ${limit} ${unit} (${shown})`,
      1,
      figure === undefined || figure > limit ? [shown] : [],
    );
  }

  /** A condition; `otherwise` is the message when it does not hold. */
  must(property: string, isSo: boolean, otherwise: string): void {
    this.check(property, 1, isSo ? [] : [otherwise]);
  }

  /** Nothing was injected, because of the machine. Counts as skipped, never as passed. */
  skip(reason: string): this {
    this.skipped = reason;
    return this;
  }

  /** The number of checks. */
  get checked(): number {
    return this.checks.reduce((sum, { checked }) => sum + checked, 0);
  }

  get failures(): readonly string[] {
    return this.checks.flatMap(({ property, broken }) => broken.map((one) => `${property}: ${one}`));
  }

  print(say: (line: string) => void): void {
    say(`${this.fault} (${((performance.now() - this.began) / 1000).toFixed(1)} s)`);
    if (this.skipped !== undefined) say(`  SKIPPED   not run here because ${this.skipped}`);
    for (const what of this.injected) say(`  injected  ${what}`);
    for (const { property, checked, broken } of this.checks) {
      say(
        `  ${broken.length === 0 ? 'holds   ' : 'BROKEN  '}  ${property}: ${checked} checked${broken.length === 0 ? '' : `, ${broken.length} broken`}`,
      );
      for (const one of broken.slice(0, mostShown)) say(`              ${one}`);
    }
  }
}
