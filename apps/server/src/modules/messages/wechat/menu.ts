import { z } from 'zod';
import { type FieldProblem, requireSound } from '../../../platform/errors.ts';

const text = (most: number) => z.string().trim().max(most).nullish();

/** What a button does: `view` opens a page, `click` is answered with a text, `miniprogram` opens one. */
const action = {
  name: z.string().trim().max(40),
  type: z.enum(['view', 'click', 'miniprogram']).nullish(),
  url: text(1024),
  reply: text(600),
  appId: text(32),
  pagePath: text(256),
};
const button = z.object(action);
const topButton = z.object({ ...action, children: z.array(button).max(20).nullish() });

export const menuShape = z.array(topButton).max(20);
export type Menu = z.output<typeof menuShape>;
type Button = z.output<typeof button>;
type TopButton = Menu[number];

const mostTop = 3;
const mostBelow = 5;
/** Longer names are cut on phones; a Chinese character counts two. */
const widths = { top: 8, below: 16 } as const;

const widthOf = (name: string): number =>
  Array.from(name).reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0xff ? 2 : 1), 0);

function isPage(url: string | null | undefined): boolean {
  const address = url && URL.canParse(url) ? new URL(url) : undefined;
  return address !== undefined && ['http:', 'https:'].includes(address.protocol) && address.username === '';
}

const needs: Readonly<Record<NonNullable<Button['type']>, (given: Button) => readonly (keyof Button)[]>> = {
  view: ({ url }) => (isPage(url) ? [] : ['url']),
  click: ({ reply }) => (reply ? [] : ['reply']),
  miniprogram: ({ appId, pagePath, url }) => [
    ...(/^wx[\da-zA-Z]{16}$/.test(appId ?? '') ? [] : (['appId'] as const)),
    ...(pagePath ? [] : (['pagePath'] as const)),
    ...(isPage(url) ? [] : (['url'] as const)),
  ],
};

function actionProblems(at: string, given: Button): readonly FieldProblem[] {
  if (!given.type) return [{ field: `${at}.type`, reason: 'gzh.menu-action' }];
  return needs[given.type](given).map((name) => ({ field: `${at}.${name}`, reason: `gzh.menu-${name}` }));
}

const nameProblems = (at: string, name: string, place: keyof typeof widths): readonly FieldProblem[] =>
  name !== '' && widthOf(name) <= widths[place] ? [] : [{ field: `${at}.name`, reason: `gzh.menu-name-${place}` }];

function topProblems(given: TopButton, at: number): readonly FieldProblem[] {
  const place = `menu[${at}]`;
  const children = given.children ?? [];
  return [
    ...nameProblems(place, given.name, 'top'),
    ...(children.length > mostBelow ? [{ field: `${place}.children`, reason: 'gzh.menu-below' }] : []),
    ...(children.length === 0 ? actionProblems(place, given) : []),
    ...children.flatMap((child, nth) => [
      ...nameProblems(`${place}.children[${nth}]`, child.name, 'below'),
      ...actionProblems(`${place}.children[${nth}]`, child),
    ]),
  ];
}

export function requireMenu(menu: Menu): void {
  const isFull = menu.length >= 1 && menu.length <= mostTop;
  requireSound([...(isFull ? [] : [{ field: 'menu', reason: 'gzh.menu-top' }]), ...menu.flatMap(topProblems)]);
}

/** The place of a button, by which its click comes back. */
const keyAt = (at: number, nth: number | undefined): string => `menu.${at}${nth === undefined ? '' : `.${nth}`}`;

const actionOf = ({ type, url, appId, pagePath }: Button, key: string): object => {
  if (type === 'click') return { type, key };
  return { type, url, ...(type === 'miniprogram' && { appid: appId, pagepath: pagePath }) };
};

export const providerMenu = (menu: Menu): readonly object[] =>
  menu.map((given, at) => {
    const children = given.children ?? [];
    if (children.length === 0) return { name: given.name, ...actionOf(given, keyAt(at, undefined)) };
    return {
      name: given.name,
      ['sub_button']: children.map((child, nth) => ({ name: child.name, ...actionOf(child, keyAt(at, nth)) })),
    };
  });

/** The text by which a click is answered; undefined for a button that the menu no longer has. */
export function replyOf(menu: Menu, key: string): string | undefined {
  const [, at = '', nth] = /^menu\.(\d)(?:\.(\d))?$/.exec(key) ?? [];
  const top = menu[Number(at || Number.NaN)];
  const found = nth === undefined ? top : top?.children?.[Number(nth)];
  return found?.type === 'click' ? (found.reply ?? undefined) : undefined;
}
