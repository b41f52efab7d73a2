import type { Locator, Page as BrowserPage } from 'playwright-core';
import { expect } from 'vitest';
import { openDatabase, type Caller, type Product } from './product.ts';

const kinds = ['bpHigh', 'heartFast', 'spo2Low', 'sugarHigh', 'tempHigh', 'offline'] as const;

export interface Page<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
}
export interface Listed {
  readonly abnormalData: { readonly id: number; readonly state: number };
}

/** Plants cases, of which nobody is notified, until the list has at least 60. */
export async function fillDesk(product: Product, own: Caller): Promise<void> {
  const { items } = await own.get<Page<{ readonly id: number }>>('C_client/GetPagedAll?MaxResultCount=60');
  const rows = items.map(({ id }, at) => {
    const kind = kinds[at % kinds.length];
    return { id, kind, at, level: kind === 'offline' ? 2 : (at % 4) + 1 };
  });
  const database = await openDatabase(product.folder);
  await database.query(
    `insert into abnormal_case (tenant_id, client_id, type, finding, level, started_at, latest_at, alarmed_at, state)
     select c.tenant_id, c.id, r.kind, '第 ' || r.at || ' 项异常', r.level, now(), now(), now(), 0
     from jsonb_to_recordset($1::jsonb) as r(id bigint, kind text, at integer, level smallint)
       join client c on c.id = r.id join tenant t on t.id = c.tenant_id and t.tenancy_name = 'Default'
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
  await database.end();
  const open = await own.get<Page<unknown>>('AbnormalData/GetAll?stateFilter=0,1,2&MaxResultCount=1');
  expect(open.totalCount).toBeGreaterThanOrEqual(50);
}

/** The case of the list that is chosen, and the heading of its file. */
export const chosen = (page: BrowserPage): Locator => page.locator('[data-case-list] [aria-current="true"]');
export const finding = (page: BrowserPage): Locator =>
  page.getByRole('article').getByRole('heading', { level: 2 }).first();
