import { addMoney, compareMoney, type Money, moneyOf, subtractMoney } from '@kangmai/domain';
import { contract, contractPayment } from '@kangmai/model';
import { type Draft, fitsRow, type LineOf, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { asSaved, type CallCtx, implement, sql, table, whether, whole } from '../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';

type Contract = Row<typeof contract>;
type ContractDraft = Draft<typeof contract>;
type Payment = LineOf<typeof contractPayment>;

/** What changes after the terms are fixed: moves write the first ones, users the others. */
const written: ReadonlySet<string> = new Set([
  'state',
  'submitter',
  'approver',
  'approvalRemark',
  'terminatedOn',
  'terminationReason',
]);
const notes = ['remindDays', 'attachments', 'remark'] as const;
const openLater: ReadonlySet<string> = new Set([...notes, 'inCharge']);
const alwaysOpen: ReadonlySet<string> = new Set(notes);

function requirePeriod({ startsOn, endsOn }: { readonly startsOn?: string; readonly endsOn?: string }): void {
  if (startsOn && endsOn && endsOn <= startsOn) throw invalid('endsOn', 'contract.ends-before-start');
}

const totalOf = (payments: readonly Payment[]): Money => addMoney(payments.map(({ amount }) => amount));

function requireSum(payments: readonly Payment[], amount: Money | null): void {
  const [total, wanted] = [totalOf(payments), amount ?? moneyOf(0)];
  if (compareMoney(total, wanted) === 0) return;
  const at = payments.length === 0 ? 'payments' : `payments[${payments.length - 1}].amount`;
  throw invalid(at, 'contract.payments-differ', {
    total: String(total),
    amount: String(wanted),
    difference: String(subtractMoney(wanted, total)),
  });
}

const nextPaymentOf = (payments: readonly Payment[]): string | null =>
  payments
    .filter(({ isPaid }) => isPaid !== true)
    .map(({ dueOn }) => dueOn)
    .toSorted()[0] ?? null;

const termsOf = (payments: readonly Payment[]): string =>
  JSON.stringify(payments.map(({ dueOn, amount }) => [dueOn, amount]));

const isSame = (name: string, draft: ContractDraft, current: Contract): boolean => {
  if (name === 'payments') return termsOf(draft.payments ?? []) === termsOf(current.payments ?? []);
  const [after, before] = [draft, current].map((row) => (row as Readonly<Record<string, unknown>>)[name] ?? null);
  return JSON.stringify(after) === JSON.stringify(before);
};

/** The terms of a contract that is being approved or was approved stay. */
function requireOpen(draft: ContractDraft, current: Contract): void {
  if (current.state === 'draft') return;
  const changed = Object.keys(draft).filter((name) => !written.has(name) && !isSame(name, draft, current));
  const open = current.state === 'approving' ? alwaysOpen : openLater;
  if (changed.some((name) => !open.has(name))) throw notAllowed('contract.binding');
}

const owed: ReadonlySet<string> = new Set(['effective', 'expired']);

/** Payments are marked while the contract binds; new contracts may come with paid ones. */
function requireOwed({ payments }: ContractDraft, current: Contract): void {
  if (!payments || owed.has(current.state)) return;
  const paid = (current.payments ?? []).filter(({ isPaid }) => isPaid);
  // Lines of an import have no ids.
  const wasPaid = ({ id, dueOn, amount }: Payment): boolean =>
    paid.some((one) =>
      typeof id === 'number' ? one.id === id : one.dueOn === dueOn && compareMoney(one.amount, amount) === 0,
    );
  const at = payments.findIndex((one) => (one.isPaid ?? false) !== wasPaid(one));
  if (at >= 0) throw invalid(`payments[${at}].isPaid`, 'contract.not-owed');
}

/** Copies what a renewal takes over; the period, the amount and the payments are its own. */
async function renew(
  ctx: CallCtx,
  given: { readonly id: number; readonly startsOn: string; readonly endsOn: string; readonly amount: Money | null },
): Promise<{ id: number }> {
  const old = await ctx.repo(contract).lock(given.id);
  if (!fitsRow(contract, 'renew', old)) throw notAllowed('contract.not-renewable');
  requirePeriod(given);
  if (given.startsOn <= old.endsOn) throw invalid('startsOn', 'contract.renewal-overlaps', { day: old.endsOn });
  const other = await ctx.first(
    ctx
      .from(contract, 'c')
      .beyondSight('a contract is renewed once, whoever sees the renewal')
      .select('c.contractNo')
      .where('c.renewedFrom', '=', old.id)
      .limit(1),
  );
  if (other) throw conflict('contract.renewed', { number: other.contractNo });
  const { name, kind, partyName, client, provider, remindDays, inCharge, remark } = old;
  const { id } = await ctx.rows(contract).insert({
    name,
    kind,
    partyName,
    client,
    provider,
    remindDays,
    inCharge,
    remark,
    startsOn: given.startsOn,
    endsOn: given.endsOn,
    amount: given.amount,
    renewedFrom: old.id,
  });
  return { id };
}

const changesOfRows = table('entity_change', {
  tenantId: 'bigint',
  resource: 'text',
  rowId: 'bigint',
  after: 'jsonb?',
  userId: 'bigint?',
  impersonatorUserId: 'bigint?',
});

/** Users who wrote terms of a contract neither approve them nor send them back. */
async function requireNoAuthor(ctx: CallCtx, { id }: Contract): Promise<void> {
  const terms = Object.keys({ ...contract.fields, ...contract.lines }).filter(
    (name) => !written.has(name) && !alwaysOpen.has(name),
  );
  const { userId } = ctx.caller;
  const found = await ctx.first(
    ctx
      .from(changesOfRows, 'e')
      .select('e.rowId')
      .where('e.resource', '=', contract.name)
      .where('e.rowId', '=', id)
      .where((eb) => eb.or([eb('e.userId', '=', userId), eb('e.impersonatorUserId', '=', userId)]))
      .where(sql<boolean>`e.after ?| ${terms}::text[]`)
      .limit(1),
  );
  if (found) throw notAllowed('state.second-person');
}

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Contracts: drafted, approved by a second person, ended by their last day, terminated or renewed. */
export const contractCode = implement(contract, {
  beforeSave(_ctx, draft, current) {
    if (current) {
      requireOpen(draft, current);
      requireOwed(draft, current);
    }
    const { payments, amount, ...period } = asSaved<ContractDraft>(draft, current);
    requirePeriod(period);
    if ((draft.payments !== undefined || draft.amount !== undefined) && (payments ?? []).length > 0)
      requireSum(payments ?? [], amount ?? null);
    if (draft.payments !== undefined) draft.nextPaymentOn = nextPaymentOf(draft.payments ?? []);
  },
  beforeDelete(_ctx, row) {
    if (!fitsRow(contract, 'remove', row)) throw notAllowed('contract.not-draft');
  },
  conditions: {
    endsSoon: (asked, ctx) =>
      whether(
        asked,
        sql`(b.state = 'effective' and b.ends_on <= ${ctx.today()}::date + 365 and b.ends_on <= ${ctx.today()}::date + b.remind_days)`,
      ),
    overdue: (asked, ctx) =>
      whether(asked, sql`(b.state in ('effective', 'expired') and b.next_payment_on < ${ctx.today()}::date)`),
  },
  figures: {
    async paidAmount(ctx, ids) {
      const rows = await ctx.all(
        ctx
          .from(contractPayment, 'p')
          .beyondSight('the contracts are in sight')
          .select(['p.contract as id', sql<string>`sum(p.amount)::text`.as('sum')])
          .where('p.contract', 'in', [...ids])
          .where('p.isPaid', '=', true)
          .groupBy('p.contract'),
      );
      return new Map(rows.map(({ id, sum }) => [id, moneyOf(sum)]));
    },
    async remainingDays(ctx, ids) {
      const rows = await ctx.all(
        ctx
          .from(contract, 'c')
          .beyondSight('the contracts are in sight')
          .select(['c.id', 'c.endsOn'])
          .where('c.id', 'in', [...ids])
          .where('c.state', '=', 'effective'),
      );
      return new Map(rows.map(({ id, endsOn }) => [id, daysBetween(ctx.today(), endsOn)]));
    },
  },
  actions: { renew },
  answers: { renew: z.object({ id: whole }) },
  moves: {
    submit(ctx, { row, change }) {
      requireSum(row.payments ?? [], row.amount);
      Object.assign(change, { submitter: ctx.caller.userId, approver: null, approvalRemark: null });
    },
    async approve(ctx, { row, change }) {
      await requireNoAuthor(ctx, row);
      if (row.endsOn < ctx.today()) throw notAllowed('contract.ended', { day: row.endsOn });
      change.approver = ctx.caller.userId;
    },
    async sendBack(ctx, { row, change }) {
      await requireNoAuthor(ctx, row);
      change.approver = ctx.caller.userId;
    },
    terminate(ctx, { row, input: { terminatedOn } }) {
      if (terminatedOn > ctx.today()) throw invalid('terminatedOn', 'field.in-future');
      if (terminatedOn < row.startsOn)
        throw invalid('terminatedOn', 'contract.terminated-before-start', { day: row.startsOn });
    },
  },
});
