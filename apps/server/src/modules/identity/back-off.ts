import { elapsedMs } from '../../platform/clock.ts';
import { rateLimited } from '../../platform/errors.ts';

export interface BackOffOptions {
  /** Number of calls without a wait. */
  readonly free: number;
  readonly longest: number;
  readonly elapsed?: () => number;
}

interface Course {
  calls: number;
  openAt: number;
  at: number;
}

const forgetMs = 3_600_000;
const mostKept = 50_000;

/** Makes repeated calls from one address wait 1, 2, 4 … seconds after the free ones. */
export class BackOff {
  private readonly courses = new Map<string, Course>();
  private readonly options: Required<BackOffOptions>;

  constructor(options: BackOffOptions) {
    this.options = { elapsed: elapsedMs, ...options };
  }

  begin(key: string): void {
    const now = this.options.elapsed();
    const course = this.courses.get(key) ?? { calls: 0, openAt: 0, at: now };
    if (now - course.at > forgetMs) Object.assign(course, { calls: 0, openAt: 0 });
    if (course.openAt > now) throw rateLimited(Math.ceil((course.openAt - now) / 1000), 'login.throttled');
    const calls = course.calls + 1;
    const over = calls - this.options.free;
    const waitMs = over <= 0 ? 0 : Math.min(2 ** (over - 1), this.options.longest) * 1000;
    this.courses.delete(key);
    this.courses.set(key, { calls, openAt: now + waitMs, at: now });
    if (this.courses.size > mostKept) this.courses.delete(this.courses.keys().next().value ?? '');
  }
}
