import { labelIn } from '../labels.ts';
import type { Figures, Works } from './work.ts';

interface TaskOfWork {
  readonly kind: string;
  readonly action: string | null;
  readonly figures: Figures | null;
}

/** The name of a work and its figures, in the reader's language. */
export function shownWork(
  works: Works,
  culture: 'zh-Hans' | 'en',
  task: TaskOfWork,
):
  | { readonly title: string; readonly figures: readonly { readonly label: string; readonly value: number }[] }
  | undefined {
  const work = task.kind === 'work' ? works.get(task.action ?? '') : undefined;
  return (
    work && {
      title: labelIn(culture, work),
      figures: Object.entries(work.figures).map(([name, figure]) => ({
        label: labelIn(culture, figure),
        value: task.figures?.[name] ?? 0,
      })),
    }
  );
}
