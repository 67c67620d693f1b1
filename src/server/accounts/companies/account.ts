import { and, eq } from 'drizzle-orm'
import type { companyPapersCalls } from '../../../contract/accounts/company-papers.ts'
import { bankAccounts, companies, payeeChanges, users } from '../../../db/tables/accounts.ts'
import { defaultPayeeLimit } from '../../../domain/accounts/payee.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { historyOf } from '../../operations/public.ts'
import { payeesOf } from './payee.ts'

export const account: Handler<typeof companyPapersCalls.account> = async (_input, { caller, db }) => {
  const { companyId } = caller
  const [row] = await db
    .select({ accountName: companies.name, account: bankAccounts })
    .from(companies)
    .leftJoin(bankAccounts, eq(bankAccounts.companyId, companies.id))
    .where(eq(companies.id, companyId))
  const payee = (await payeesOf(db, [companyId])).get(companyId)
  const [waiting] = await db
    .select({ at: payeeChanges.createdAt, realName: users.realName, loginName: users.loginName })
    .from(payeeChanges)
    .innerJoin(users, eq(users.id, payeeChanges.requestedBy))
    .where(and(eq(payeeChanges.companyId, companyId), eq(payeeChanges.status, 'open')))
  const saved = row?.account ?? null
  const raised = saved?.nextLimitAt != null && saved.nextLimitAt <= new Date()
  const limit = (raised ? saved.nextLimit : saved?.changeLimit) ?? defaultPayeeLimit
  return {
    saved: saved !== null,
    accountName: row?.accountName ?? '',
    bankName: payee?.account.bankName ?? '',
    accountNo: payee?.account.accountNo ?? '',
    limit,
    nextLimit:
      !raised && saved?.nextLimit != null && saved.nextLimitAt !== null
        ? { limit: saved.nextLimit, effectiveAt: saved.nextLimitAt.toISOString() }
        : null,
    change:
      payee?.change == null || waiting === undefined
        ? null
        : {
            bankName: payee.change.account.bankName,
            accountNo: payee.change.account.accountNo,
            limit: payee.change.limit,
            effectiveAt: payee.change.effectiveAt,
            requestedBy: personName(waiting),
            requestedAt: waiting.at.toISOString(),
          },
    history: (await historyOf(db, 'payee', companyId)).toReversed(),
  }
}
