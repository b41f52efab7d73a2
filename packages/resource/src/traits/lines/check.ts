import type { AnyResource } from '../../define-resource.ts';
import type { FieldKindName } from '../../fields/field.ts';
import { mostLines, type Line } from './lines.ts';

const wrongKinds: ReadonlySet<FieldKindName> = new Set(['file', 'refs', 'phone', 'idCard', 'secret', 'age']);

function wrongFieldOf({ child }: Line): string | undefined {
  const wrong = Object.entries(child.fields).find(
    ([, { kind, options }]) => wrongKinds.has(kind) || options.sensitive !== undefined,
  );
  return wrong && `a line holds no ${wrong[1].options.sensitive ?? wrong[1].kind}: ${wrong[0]}`;
}

const isPart = (resource: AnyResource, { child }: Line): boolean => {
  const parent = child.fields[child.partOf?.parent ?? ''];
  return (parent?.options as { readonly target?: string } | undefined)?.target === resource.name;
};

function lineProblem(resource: AnyResource, each: Line): string | undefined {
  const { min = 0, max = mostLines } = each.options;
  if (!isPart(resource, each)) return `${each.child.name} is no part of it`;
  if (min > max || max > mostLines) return `there are at most ${mostLines} lines, and not fewer than the fewest`;
  return wrongFieldOf(each);
}

/** Refuses lines that cannot be kept. */
export function checkLines(resource: AnyResource): void {
  for (const [name, each] of Object.entries(resource.lines ?? {})) {
    const problem = lineProblem(resource, each);
    if (problem !== undefined) throw new Error(`${resource.name}.${name}: ${problem}`);
  }
}
