import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { bankAccounts, payeeChanges } from '../../../db/tables/accounts.ts'
import type { Payee } from '../../../domain/accounts/payee.ts'
import { lockCompany } from './company-for-change.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

type BankAccount = typeof bankAccounts.$inferSelect
type PayeeChangeRow = typeof payeeChanges.$inferSelect

/** Payee accounts by company, each with its pending change; companies without an account are missing. */
export async function getPayees(db: Db, companyIds: readonly number[]): Promise<ReadonlyMap<number, Payee>> {
  if (companyIds.length === 0) return new Map()
  const rows = await db
    .select({ account: bankAccounts, change: payeeChanges })
    .from(bankAccounts)
    .leftJoin(payeeChanges, and(eq(payeeChanges.companyId, bankAccounts.companyId), eq(payeeChanges.status, 'open')))
    .where(inArray(bankAccounts.companyId, [...companyIds]))
  return new Map(rows.map(({ account, change }) => [account.companyId, presentPayee(account, change, new Date())]))
}

function presentPayee(
  { accountName, bankName, accountNo }: BankAccount,
  change: PayeeChangeRow | null,
  now: Date,
): Payee {
  if (change === null) return { account: { accountName, bankName, accountNo }, change: null }
  const account = { accountName, bankName: change.bankName, accountNo: change.accountNo }
  // Due, and not yet applied by the job.
  if (change.effectiveAt <= now) return { account, change: null }
  const { limit, effectiveAt } = change
  return {
    account: { accountName, bankName, accountNo },
    change: { account, limit, effectiveAt: effectiveAt.toISOString() },
  }
}

/** Applies due changes, then returns the account and the pending change. Requires the lock of the company. */
export async function applyDueChanges(
  tx: Db,
  companyId: number,
): Promise<{ readonly account: BankAccount | undefined; readonly change: PayeeChangeRow | undefined }> {
  const now = new Date()
  const mine = eq(bankAccounts.companyId, companyId)
  await tx
    .update(bankAccounts)
    .set({ changeLimit: sql`${bankAccounts.nextLimit}`, nextLimit: null, nextLimitAt: null })
    .where(and(mine, lte(bankAccounts.nextLimitAt, now)))
  const open = and(eq(payeeChanges.companyId, companyId), eq(payeeChanges.status, 'open'))
  const [due] = await tx
    .update(payeeChanges)
    .set({ status: 'applied' })
    .where(and(open, lte(payeeChanges.effectiveAt, now)))
    .returning()
  if (due !== undefined) {
    const { bankName, accountNo } = due
    await tx.update(bankAccounts).set({ bankName, accountNo, updatedAt: now }).where(mine)
    await recordSteps(tx, [
      { entity: 'payee', entityId: companyId, event: 'apply', fromStatus: 'open', toStatus: 'applied' },
    ])
  }
  const [account] = await tx.select().from(bankAccounts).where(mine)
  const [change] = await tx.select().from(payeeChanges).where(open)
  return { account, change }
}

/** Applies all due payee changes. Safe to run twice. */
export async function applyPayeeChanges(db: Db): Promise<void> {
  const now = new Date()
  const due = await db
    .select({ companyId: payeeChanges.companyId })
    .from(payeeChanges)
    .where(and(eq(payeeChanges.status, 'open'), lte(payeeChanges.effectiveAt, now)))
  for (const { companyId } of due) {
    await db.transaction(async (tx) => {
      await lockCompany(tx, companyId)
      await applyDueChanges(tx, companyId)
    })
  }
}
