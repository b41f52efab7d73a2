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
  private readonly began = performance.now();

  constructor(fault: string) {
    this.fault = fault;
  }

  /** Something was injected, in words with its number. */
  inject(what: string): void {
    this.injected.push(what);
  }

  /** A property was checked on so many things; each that broke it in words. A property checked on nothing has failed. */
  check(property: string, checked: number, broken: readonly string[]): void {
    this.checks.push({ property, checked, broken: checked === 0 ? ['nothing was there to check'] : broken });
  }

  get failures(): readonly string[] {
    return this.checks.flatMap(({ property, broken }) => broken.map((one) => `${property}: ${one}`));
  }

  print(say: (line: string) => void): void {
    say(`${this.fault} (${((performance.now() - this.began) / 1000).toFixed(1)} s)`);
    for (const what of this.injected) say(`  injected  ${what}`);
    for (const { property, checked, broken } of this.checks) {
      say(`  ${broken.length === 0 ? 'holds   ' : 'BROKEN  '}  ${property}: ${checked} checked${broken.length === 0 ? '' : `, ${broken.length} broken`}`);
      for (const one of broken.slice(0, mostShown)) say(`              ${one}`);
    }
  }
}
