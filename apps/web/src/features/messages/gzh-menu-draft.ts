/** What a button does; a button with others below it does nothing itself. */
export const menuActions = ['view', 'click', 'miniprogram'] as const;
export type MenuAction = (typeof menuActions)[number];

export interface MenuButton {
  readonly name: string;
  readonly type?: MenuAction | null;
  readonly url?: string | null;
  readonly reply?: string | null;
  readonly appId?: string | null;
  readonly pagePath?: string | null;
  readonly children?: readonly MenuButton[] | null;
}
export type Menu = readonly MenuButton[];

/** The place of a button: among the first level, and below one of them. */
export interface Place {
  readonly top: number;
  readonly below?: number;
}

export const mostTop = 3;
export const mostBelow = 5;

export const childrenOf = (button: MenuButton | undefined): readonly MenuButton[] => button?.children ?? [];

export function buttonAt(menu: Menu, { top, below }: Place): MenuButton | undefined {
  return below === undefined ? menu[top] : childrenOf(menu[top])[below];
}

const replaced = <T>(list: readonly T[], at: number, item: T): readonly T[] =>
  list.map((each, nth) => (nth === at ? item : each));

/** Changes the list that holds the button of a place. */
function withList(menu: Menu, { top, below }: Place, change: (list: Menu) => Menu): Menu {
  if (below === undefined) return change(menu);
  const parent = menu[top];
  return parent ? replaced(menu, top, { ...parent, children: change(childrenOf(parent)) }) : menu;
}

const nthOf = ({ top, below }: Place): number => below ?? top;

export const withButton = (menu: Menu, place: Place, button: MenuButton): Menu =>
  withList(menu, place, (list) => replaced(list, nthOf(place), button));

export const withoutButton = (menu: Menu, place: Place): Menu =>
  withList(menu, place, (list) => list.filter((_, nth) => nth !== nthOf(place)));

/** Adds a button at a place behind all others of its list. */
export const withNewButton = (menu: Menu, place: Place): Menu =>
  withList(menu, place, (list) => [...list, { name: '', type: 'view' }]);

/** Moves a button one place; the same menu where there is none. */
export function moved(menu: Menu, place: Place, by: -1 | 1): { readonly menu: Menu; readonly place: Place } {
  const from = nthOf(place);
  const to = from + by;
  const after = withList(menu, place, (list) => {
    const [one, other] = [list[from], list[to]];
    return one && other ? replaced(replaced(list, from, other), to, one) : list;
  });
  if (!buttonAt(menu, placeAt(place, to))) return { menu, place };
  return { menu: after, place: placeAt(place, to) };
}

const placeAt = ({ top, below }: Place, nth: number): Place =>
  below === undefined ? { top: nth } : { top, below: nth };

/** The button that a refusal of the server names. */
export function placeOfProblem(member: string): Place | undefined {
  const [, top, below] = /^menu\[(\d+)\](?:\.children\[(\d+)\])?/.exec(member) ?? [];
  if (top === undefined) return undefined;
  return { top: Number(top), ...(below !== undefined && { below: Number(below) }) };
}

/** The menu as it is sent: a button has what its action needs, or the buttons below it. */
export const sentMenu = (menu: Menu): Menu => menu.map(sentButton);

const kept: Readonly<Record<MenuAction, readonly (keyof MenuButton)[]>> = {
  view: ['url'],
  click: ['reply'],
  miniprogram: ['appId', 'pagePath', 'url'],
};

function sentButton(button: MenuButton): MenuButton {
  const children = childrenOf(button);
  if (children.length > 0) return { name: button.name, children: children.map(sentButton) };
  const { name, type = 'view' } = button;
  const members = kept[type ?? 'view'].map((member) => [member, button[member] ?? ''] as const);
  return { name, type: type ?? 'view', ...Object.fromEntries(members) };
}
