import type Excel from 'exceljs';
import { type CallCtx, labelIn } from '../../engine/public.ts';
import { units } from '../organization/public.ts';
import { roles } from '../roles/public.ts';

const lastRow = 20_000;
const most = 2000;

const titles = {
  sheet: { label: '可选的角色和机构', en: 'Roles and units' },
  roles: { label: '角色', en: 'Roles' },
  units: { label: '组织机构', en: 'Organisation units' },
} as const;

const roleNames = async (ctx: CallCtx): Promise<readonly string[]> =>
  (await ctx.all(ctx.from(roles, 'r').select('r.displayName').orderBy('r.displayName').limit(most))).map(
    ({ displayName }) => displayName,
  );

/** Each unit behind those above it, as an import takes it: `总院/心内科`. */
async function unitPaths(ctx: CallCtx): Promise<readonly string[]> {
  const all = await ctx.all(
    ctx.from(units, 'o').select(['o.id', 'o.parentId', 'o.displayName']).orderBy('o.code').limit(most),
  );
  const paths = new Map<number, string>();
  for (const { id, parentId, displayName } of all) {
    const above = parentId === null ? undefined : paths.get(parentId);
    paths.set(id, above === undefined ? displayName : `${above}/${displayName}`);
  }
  return [...paths.values()];
}

/** Offers a list for a column of the first sheet; another text is taken too, because a cell holds several names. */
function offer(book: Excel.Workbook, title: string, range: string): void {
  const [sheet] = book.worksheets;
  const at = sheet?.columns.findIndex(({ header }) => header === title) ?? -1;
  if (!sheet || at < 0) return;
  const { letter } = sheet.getColumn(at + 1);
  (
    sheet as unknown as { dataValidations: { add: (range: string, rule: Excel.DataValidation) => void } }
  ).dataValidations.add(`${letter}2:${letter}${lastRow}`, {
    type: 'list',
    allowBlank: true,
    showErrorMessage: false,
    formulae: [range],
  });
}

/** Adds the roles and units of the tenant to a template of users: a sheet to copy from, and drop-downs. */
export async function addOfferedNames(ctx: CallCtx, book: Excel.Workbook): Promise<void> {
  const word = (title: { readonly label: string; readonly en: string }): string => labelIn(ctx.caller.culture, title);
  const sheet = book.addWorksheet(word(titles.sheet));
  const lists = [
    [word(titles.roles), await roleNames(ctx)],
    [word(titles.units), await unitPaths(ctx)],
  ] as const;
  lists.forEach(([title, names], at) => {
    const column = sheet.getColumn(at + 1);
    column.values = [title, ...names];
    column.width = 40;
    column.numFmt = '@';
    const { letter } = column;
    if (names.length > 0) offer(book, title, `'${sheet.name}'!$${letter}$2:$${letter}$${names.length + 1}`);
  });
  sheet.getRow(1).font = { bold: true };
}
