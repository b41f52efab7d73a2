import { coveringEntries } from '@kangmai/testkit/covering';
import { randomCases } from '@kangmai/testkit/random-cases';
import { Samples } from '@kangmai/testkit/samples';
import { Commits } from './committed.ts';
import type { FaultRun } from './fault.ts';
import { startInside, type InsideServer } from './inside.ts';
import { Random } from './random.ts';
import { Report } from './report.ts';
import { aimed, reachStatements, type Failure } from './statement-faults.ts';
import { Caller, callTargets, doorTargets, touchesSession, type Reply, type Target } from './statement-targets.ts';
import { timeLimit } from './time-limit.ts';

const slowestMs = timeLimit(5000);
const mostStatements = 120;
const failures: readonly Failure[] = ['refused', 'gone', 'deadlock'];

/**
 * Written even if the call fails: the access log, failed sign-ins, temporary files, partitions, the node's heartbeat.
 */
const besideTheCall = new Set(['audit_log', 'login_attempt', 'temp_file', 'definitions', 'place_node', 'server_node']);
/** Tasks continue after the answer in transactions of their own; a statement that fails there fails the task. */
const behindTheAnswer = new Set([...besideTheCall, 'list_task', 'outbox', 'sensitive_access_log']);
const isOrder = (name: string): boolean => /(ExportAsTask|ForMany)$/.test(name);
/** The attempt is counted before the password is checked, so that a failure does not make it free. */
const besideUnlocking = new Set([...besideTheCall, 'user_token']);
/** A quarantined reading stays when its alarm fails; the repeated delivery raises the alarm. */
const besideTheDoor = new Set([...besideTheCall, 'quarantined_reading']);

interface Seen {
  injected: number;
  unharmed: number;
  slowestMs: number;
  readonly byFailure: Record<Failure, number>;
  readonly problems: string[];
  readonly partial: string[];
  readonly leaks: string[];
}

function envelopeProblem({ text }: Reply, isDoor: boolean): string | undefined {
  try {
    const body = JSON.parse(text) as {
      success?: unknown;
      error?: { reason?: unknown; message?: unknown } | null;
      ['__abp']?: unknown;
    };
    if (
      body.success === false &&
      body['__abp'] === true &&
      typeof body.error?.message === 'string' &&
      typeof body.error.reason === 'string'
    )
      return undefined;
  } catch {
    return 'is no JSON';
  }
  return isDoor ? 'has no reason' : 'is no envelope';
}

/** What is wrong with an answer, given how the statement failed. */
function answerProblem(reply: Reply, failure: Failure, isDoor: boolean): string | undefined {
  if (reply.ms > slowestMs) return `took ${reply.ms.toFixed(0)} ms`;
  if (failure === 'deadlock')
    return reply.status >= 500 ? `a deadlock was not tried again: ${reply.status}` : undefined;
  if (reply.status < 500) return reply.status >= 400 ? `blames the caller: ${reply.status}` : undefined;
  if (failure === 'gone' && reply.status !== 503) return `a broken connection is ${reply.status}, not 503`;
  if (failure === 'gone' && reply.retryAfter === undefined) return 'says not when to come back';
  return envelopeProblem(reply, isDoor);
}

function allowedBeside({ name, isDoor }: Target): ReadonlySet<string> {
  if (isDoor) return besideTheDoor;
  if (isOrder(name)) return behindTheAnswer;
  return touchesSession(name) ? besideUnlocking : besideTheCall;
}

class Attempt {
  private readonly inside: InsideServer;
  private readonly caller: Caller;
  private readonly seen: Seen;
  private readonly commits: Commits;

  constructor(parts: {
    readonly inside: InsideServer;
    readonly caller: Caller;
    readonly seen: Seen;
    readonly commits: Commits;
  }) {
    this.inside = parts.inside;
    this.caller = parts.caller;
    this.seen = parts.seen;
    this.commits = parts.commits;
  }

  /** Makes the call with its n-th statement failing. Returns the number of its statements when it succeeded. */
  async at(target: Target, n: number, failure: Failure): Promise<number | undefined> {
    const { server } = this.inside;
    const request = await target.make();
    await server.app.audit.flush();
    const before = await this.commits.newest();
    const { answer, aim } = await aimed(n, failure, () => this.caller.send(request));
    if (aim.hit === undefined) {
      if (answer.status === 401 && request.headers?.['authorization'] !== undefined)
        this.seen.problems.push(`${target.name}: is not signed in any more: ${answer.text.slice(0, 160)}`);
      return aim.seen;
    }
    this.seen.injected += 1;
    this.seen.byFailure[aim.failure] += 1;
    this.seen.slowestMs = Math.max(this.seen.slowestMs, answer.ms);
    const where = `${target.name}, statement ${n} ${aim.failure} (${aim.hit})`;
    const problem = answerProblem(answer, aim.failure, target.isDoor);
    if (problem !== undefined)
      this.seen.problems.push(`${where}: ${problem}: ${answer.status} ${answer.text.slice(0, 160)}`);
    if (answer.status >= 500) await this.noEffect(where, before, allowedBeside(target));
    else this.seen.unharmed += 1;
    await this.noLeak(where);
    return undefined;
  }

  private async noEffect(where: string, before: string, allowed: ReadonlySet<string>): Promise<void> {
    const committed = await this.commits.since(before);
    if (committed.length === 0) return;
    const tables = (await this.commits.tablesOf(committed)).filter((name) => !allowed.has(name));
    if (tables.length > 0) this.seen.partial.push(`${where}: ${tables.join(', ')}`);
  }

  /** The transactions of a failed call end soon. */
  private async noLeak(where: string): Promise<void> {
    const { database } = this.inside.server.services;
    const until = performance.now() + timeLimit(1000);
    let held = database.figures().filter(({ total, idle }) => total - idle > 0);
    while (held.length > 0 && performance.now() < until) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      held = database.figures().filter(({ total, idle }) => total - idle > 0);
    }
    if (held.length > 0)
      this.seen.leaks.push(`${where}: ${held.map(({ name, total, idle }) => `${total - idle} of ${name}`).join(', ')}`);
  }
}

/** Every n in the long form; in the short one two of each call. */
async function sweep(
  attempt: Attempt,
  target: Target,
  { isLong, random }: { readonly isLong: boolean; readonly random: Random },
): Promise<void> {
  if (!isLong) {
    const count = await attempt.at(target, random.whole(1, 6), random.pick(failures));
    if (count !== undefined && count > 0) await attempt.at(target, random.whole(1, count), random.pick(failures));
    return;
  }
  for (const failure of failures) {
    for (let n = 1; n <= mostStatements; n += 1) if ((await attempt.at(target, n, failure)) !== undefined) break;
  }
}

/** The n-th statement of each call fails: nothing of the call is stored, and its answer is an error. */
export const nthStatement: FaultRun = {
  name: 'F30',
  title: 'the n-th statement of every call fails',
  async run(world, { isLong, seed }) {
    const report = new Report(`F30 ${nthStatement.title}`);
    const random = new Random(seed);
    const inside = await startInside(world, 'nth_statement');
    const commits = await Commits.of(inside.urls.migrator);
    const restore = reachStatements();
    const seen: Seen = {
      injected: 0,
      unharmed: 0,
      slowestMs: 0,
      byFailure: { refused: 0, gone: 0, deadlock: 0 },
      problems: [],
      partial: [],
      leaks: [],
    };
    let count = 0;
    try {
      const caller = new Caller(inside);
      const samples = await Samples.of(inside, 'Alpha');
      const all = inside.server.app.entries;
      // In the short form the engine's calls are made on every kind of field, not on every resource.
      const entries = isLong ? all : coveringEntries(all);
      const known = [
        ...(await doorTargets(inside, samples)),
        ...(await callTargets(inside, caller, { samples, entries })),
      ];
      // In the short form a fifth of the calls a day.
      const numbers = new Set(randomCases(known.length, undefined, isLong));
      const targets = known.filter((_target, at) => numbers.has(at + 1));
      count = targets.length;
      const attempt = new Attempt({ inside, caller, seen, commits });
      for (const target of targets) await sweep(attempt, target, { isLong, random });
    } finally {
      restore();
      await commits.close();
      await inside.close();
    }
    report.inject(
      `${seen.injected} failing statements in ${count} calls: ${failures.map((failure) => `${seen.byFailure[failure]} ${failure}`).join(', ')}; ${seen.unharmed} calls went on all the same; seed ${seed}`,
    );
    report.check(
      `the answer is an envelope that blames nobody else, within ${slowestMs / 1000} s (slowest ${(seen.slowestMs / 1000).toFixed(1)} s); deadlocks are tried again`,
      seen.injected,
      seen.problems,
    );
    report.check('nothing of a failed call stays', seen.injected, seen.partial);
    report.check('every connection is given back', seen.injected, seen.leaks);
    return report;
  },
};
