import { elapsedMs } from '../../platform/clock.ts';
import { rateLimited } from '../../platform/errors.ts';

export interface BackOffOptions {
  /** Failures that cost nothing. */
  readonly free: number;
  /** Longest wait in seconds. */
  readonly longest: number;
  readonly elapsed?: () => number;
}

interface Course {
  failures: number;
  openAt: number;
  at: number;
}

const forgetMs = 3_600_000;
const mostKept = 50_000;

/** Makes repeated failures of one account or address wait longer and longer: 1, 2, 4 … seconds after the free ones. */
export class BackOff {
  private readonly courses = new Map<string, Course>();
  private readonly options: Required<BackOffOptions>;

  constructor(options: BackOffOptions) {
    this.options = { elapsed: elapsedMs, ...options };
  }

  /** Counts a try as a failure until `succeeded` says otherwise, so that tries at the same moment count too. Throws while the key has to wait. */
  begin(key: string): void {
    const now = this.options.elapsed();
    const course = this.courses.get(key) ?? { failures: 0, openAt: 0, at: now };
    if (now - course.at > forgetMs) Object.assign(course, { failures: 0, openAt: 0 });
    if (course.openAt > now) throw rateLimited(Math.ceil((course.openAt - now) / 1000), 'login.throttled');
    const failures = course.failures + 1;
    const over = failures - this.options.free;
    const waitMs = over <= 0 ? 0 : Math.min(2 ** (over - 1), this.options.longest) * 1000;
    this.courses.delete(key);
    this.courses.set(key, { failures, openAt: now + waitMs, at: now });
    if (this.courses.size > mostKept) this.courses.delete(this.courses.keys().next().value ?? '');
  }

  /** The account's course ends. */
  succeeded(key: string): void {
    this.courses.delete(key);
  }

  /** Takes back one try of an address, which other people may share. */
  takeBack(key: string): void {
    const course = this.courses.get(key);
    if (!course) return;
    course.failures -= 1;
    if (course.failures < this.options.free) course.openAt = 0;
    if (course.failures <= 0) this.courses.delete(key);
  }
}
