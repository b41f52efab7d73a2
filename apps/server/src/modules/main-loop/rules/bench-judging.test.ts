import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What new readings and benches judge by is one code. */

const sourceOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const importsOf = (path: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...sourceOf(path).matchAll(/import (?:type )?\{([^}]+)\} from '([^']+)'/g)].map(([, names = '', from = '']) => [
      from.replace(/^.*\//, ''),
      names.split(',').map((name) => name.replace(/^\s*type /, '').trim()),
    ]),
  );

const courseJudging = ['dayOutcomes', 'isDaily', 'isNightly', 'mayConcern', 'nightOutcomes', 'outcomeOf'];

test('courses: the follower and the bench judge by the same functions, and the bench has none of its own', () => {
  const follower = ['../cases/history.ts', '../cases/night-rules.ts'].flatMap(
    (path) => importsOf(path).get('course-outcome.ts') ?? [],
  );
  const bench = importsOf('./bench-courses.ts');
  expect(follower).toEqual(expect.arrayContaining(courseJudging));
  expect(bench.get('course-outcome.ts')).toEqual(expect.arrayContaining(courseJudging));
  for (const path of ['../cases/history.ts', '../cases/course-run.ts'])
    expect(importsOf(path).get('history-steps.ts')).toEqual(expect.arrayContaining(['gravest', 'stepsOf']));
  const own = /historyMet|historyConfirmed|baselineLeft|courseValue|isNightJudged|describeCourse/;
  for (const path of ['./bench-courses.ts', './bench.ts', '../cases/course-run.ts', '../cases/course-times.ts'])
    expect(sourceOf(path)).not.toMatch(own);
});

test('a trial judges courses and silence by the functions of the follower and the clock, and has none of its own', () => {
  const courses = importsOf('./trial-courses.ts');
  expect(courses.get('history.ts')).toContain('outcomesOf');
  expect(courses.get('course-run.ts')).toContain('continueMoments');
  expect(importsOf('./trial-silence.ts').get('looks-at.ts')).toContain('looksAt');
  expect(importsOf('../silence/silence.ts').get('looks-at.ts')).toContain('looksAt');
  const own = /historyMet|historyConfirmed|baselineLeft|isNightJudged|silenceDues|silenceAt|stepsOf/;
  for (const path of ['./trial-courses.ts', './trial-silence.ts', './trials.ts'])
    expect(sourceOf(path)).not.toMatch(own);
});

test('silence: the clock and the bench look at devices by the same function', () => {
  expect(importsOf('../silence/looks-at.ts').get('look.ts')).toContain('lookAt');
  expect(importsOf('../silence/silence-run.ts').get('look.ts')).toContain('lookAt');
  expect(importsOf('./bench-silence.ts').get('silence-run.ts')).toContain('silenceNews');
  expect(importsOf('./bench-silence.ts').get('state-case.ts')).toContain('mayEnd');
  const own = /silenceDues|silenceAt|stillnessDue|\.minutes \*/;
  for (const path of ['./bench-silence.ts', '../silence/silence-run.ts', '../silence/device-past.ts'])
    expect(sourceOf(path)).not.toMatch(own);
});
