import { findEntry } from '@kangmai/model/catalogue';
import { pagesOf, routes, type RouteEntry } from '@kangmai/model/menu';
import { model } from '@kangmai/model';
import { choicesOf, shownFields, targetOf, type AnyField, type AnyResource } from '@kangmai/resource';
import { hasTurn, isFull, isOwnScreen, lists, visitedPages, type ListPage, type VisitedPage } from './list-pages.ts';

export interface WalkedPage extends VisitedPage {
  readonly list: ListPage | undefined;
}

const addressOf = ({ entry, search }: ListPage): string => (search === '' ? entry.path : `${entry.path}?${search}`);

const listAt = (address: string): ListPage | undefined =>
  lists.find((list) => addressOf(list) === address) ?? lists.find(({ entry }) => entry.path === address);

const all: readonly WalkedPage[] = visitedPages.map((page) => ({ ...page, list: listAt(page.address) }));

/** Visited on every day: the pages that most people work on. */
const daily: ReadonlySet<string> = new Set([
  '/main/home',
  '/userManage/UserList',
  '/jkfw/adnormal',
  '/ycjh/SOSInfo',
  '/public/UserDevice',
]);

/**
 * The daily pages and, by the day of the month, a fifth of the screens written by hand and a tenth of the usual lists.
 * `FULL=1` takes all, `RESOURCE=bed,room` the pages of these.
 */
export function pagesOfDay(day: number, isWhole = isFull): readonly WalkedPage[] {
  const only = process.env['RESOURCE']?.split(',');
  if (only !== undefined) return all.filter(({ list }) => list !== undefined && only.includes(list.name));
  return all.filter(({ address, list }) => {
    const isUsual = list !== undefined && !isOwnScreen(list.entry);
    return isWhole || daily.has(address) || hasTurn(address, day, isUsual ? 10 : 5);
  });
}

export const dailyPages: readonly string[] = [...daily];

const wordsIn = (field: AnyField): readonly (readonly [code: string, label: string])[] =>
  field.kind === 'choice' || field.kind === 'choices'
    ? Object.entries(choicesOf(field).entries).map(([code, { label }]) => [code, label] as const)
    : [];

const fieldsOf = (resource: AnyResource): readonly (readonly [string, AnyField])[] => Object.entries(resource.fields);

/** What programs call things: values of choices and names of fields, where no label is spelled alike. */
export function codesOf(resources: readonly AnyResource[]): readonly string[] {
  const words = resources.flatMap((resource) => fieldsOf(resource).flatMap(([, field]) => wordsIn(field)));
  const labels = new Set(words.map(([, label]) => label));
  const names = resources.flatMap((resource) => fieldsOf(resource).map(([name]) => name));
  const technical = [...words.map(([code]) => code), ...names.filter((name) => /[a-z][A-Z]/.test(name))];
  return [...new Set(technical)].filter((code) => !labels.has(code));
}

/** Accounts of the demo, which the list of users shows. */
const accounts = new Set(['admin', 'manager', 'doctor', 'nurse']);

export const allCodes: readonly string[] = codesOf(model.resources).filter((code) => !accounts.has(code));

const paths = new Set(pagesOf(routes).map(({ entry }) => entry.path));

const listsRows = ({ resource, lists: listed }: RouteEntry, target: string): boolean => (resource ?? listed) === target;

/** Whether each row of a resource has a page of its own. */
const hasPages = (target: string): boolean =>
  pagesOf(routes).some(
    ({ entry }) =>
      listsRows(entry, target) && (paths.has(`${entry.path}/:id`) || findEntry(target)?.hasDetail === true),
  );

/** Labels of the fields that name rows with pages. */
export const linkedLabels = (resource: AnyResource): readonly string[] =>
  Object.entries(shownFields(resource))
    .filter(([, field]) => (field.kind === 'ref' || field.kind === 'refs') && hasPages(targetOf(field)))
    .map(([, { options }]) => options.label);

/** Labels of the fields that moves change. */
export const stateLabels = (resource: AnyResource): readonly string[] =>
  fieldsOf(resource)
    .filter(([name, field]) => name === resource.moves?.on || (field.kind === 'choice' && choicesOf(field).isStates))
    .map(([, { options }]) => options.label);
