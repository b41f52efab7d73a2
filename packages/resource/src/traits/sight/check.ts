import { fieldOf, type AnyResource } from '../../define-resource.ts';
import { choicesOf } from '../../fields/choices.ts';
import { targetOf } from '../../fields/ref.ts';
import { throughOf, tiesOf, type Link } from './sight.ts';

interface Model {
  readonly byName: (name: string) => AnyResource;
}

type Refuse = (problem: string) => never;

/** Rows of another resource that refer to this one, while fields have certain choices. */
interface Referrer {
  readonly resource: string;
  readonly field: string;
  readonly choices: Link['when'];
}

function referrerOf(resource: AnyResource): Referrer | undefined {
  const rule = resource.scopeRule;
  if (rule && 'heldBy' in rule)
    return { resource: rule.heldBy.resource, field: rule.heldBy.field, choices: rule.heldBy.while };
  const link = tiesOf(resource)?.linked;
  return link && { resource: link.by, field: link.field, choices: link.when };
}

function checkReferrer(
  resource: AnyResource,
  { model, refuse }: { readonly model: Model; readonly refuse: Refuse },
): void {
  const asked = referrerOf(resource);
  if (!asked) return;
  const referrer = model.byName(asked.resource);
  const reference = fieldOf(referrer, asked.field);
  if (reference.kind !== 'ref' || targetOf(reference) !== resource.name)
    refuse(`its scope asks ${referrer.name}.${asked.field}, which does not refer to it`);
  for (const [name, choices] of Object.entries(asked.choices)) {
    const field = fieldOf(referrer, name);
    const known = field.kind === 'choice' ? choicesOf(field).names : [];
    for (const choice of choices)
      if (!known.includes(choice)) refuse(`${referrer.name}.${name} has no choice ${choice}`);
  }
}

/** Rows are found from the users who see them, so what opens them has an index. */
function checkIndexed(resource: AnyResource, name: string, refuse: Refuse): void {
  const { filter, index, unique } = fieldOf(resource, name).options;
  if (resource.storage === 'rows' && filter === undefined && !index && !unique)
    refuse(`${resource.name}.${name} opens rows, so it needs index: true or a filter`);
}

function checkTies(resource: AnyResource, { model, refuse }: { readonly model: Model; readonly refuse: Refuse }): void {
  const ties = tiesOf(resource);
  if (!ties) return;
  const { own = [], team = [], unit = [], linked } = ties;
  const named = [...own, team, unit, ...throughOf(resource)].flat();
  if (named.length === 0 && !linked) refuse('its scope names nothing that opens a row');
  for (const name of named) {
    if (fieldOf(resource, name).kind !== 'ref') refuse(`its scope leads through what is no reference: ${name}`);
    checkIndexed(resource, name, refuse);
  }
  if (linked) checkLink(model.byName(linked.by), { linked, refuse });
}

function checkNamed(by: AnyResource, { user, from, to }: NonNullable<Link['named']>, refuse: Refuse): void {
  const isDay = (name: string): boolean => by.fields[name]?.kind === 'date';
  if (by.fields[user]?.kind !== 'ref' || !isDay(from) || !isDay(to))
    refuse(`it is linked by ${by.name}, which has no user ${user} from the day ${from} to ${to}`);
  checkIndexed(by, user, refuse);
}

function checkLink(by: AnyResource, { linked, refuse }: { readonly linked: Link; readonly refuse: Refuse }): void {
  checkIndexed(by, linked.field, refuse);
  if (linked.named) return checkNamed(by, linked.named, refuse);
  const { own = [], team, unit, linked: further } = tiesOf(by) ?? {};
  const others = [...own, team, unit, further, ...throughOf(by).filter((name) => name !== linked.field)];
  if (!others.some((tie) => tie !== undefined))
    refuse(`it is linked by ${by.name}, whose own scope names nobody besides ${linked.field}`);
}

/** The resources whose rules a rule depends on, without the reference of a link to the row that it opens. */
function askedBy(
  resource: AnyResource,
  leftOut?: string,
): readonly (readonly [name: string, leftOut?: string | undefined])[] {
  const referrer = referrerOf(resource);
  const linked = tiesOf(resource)?.linked;
  return [
    ...throughOf(resource)
      .filter((name) => name !== leftOut)
      .map((name) => [targetOf(fieldOf(resource, name))] as const),
    ...(referrer ? [[referrer.resource, linked?.field] as const] : []),
  ];
}

function checkRound(
  resource: AnyResource,
  { model, refuse }: { readonly model: Model; readonly refuse: Refuse },
): void {
  const follow = (at: AnyResource, path: readonly string[], leftOut = ''): void => {
    const step = `${at.name}${leftOut && ` without ${leftOut}`}`;
    if (path.includes(step)) refuse(`its scope goes round: ${[...path, step].join(' → ')}`);
    for (const [name, left] of askedBy(at, leftOut)) follow(model.byName(name), [...path, step], left);
  };
  follow(resource, []);
}

/** Refuses a rule of sight that cannot be asked: wrong names, nothing that opens a row, a rule that asks itself. */
export function checkSight(resource: AnyResource, model: Model): void {
  const refuse: Refuse = (problem) => {
    throw new Error(`${resource.name}: ${problem}`);
  };
  checkReferrer(resource, { model, refuse });
  checkTies(resource, { model, refuse });
  checkRound(resource, { model, refuse });
}
