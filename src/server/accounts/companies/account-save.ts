import type { companyPapersCalls } from '../../../contract/accounts/company-papers.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { bankAccounts } from '../../../db/tables/accounts.ts'
import { wasCertified } from '../../../domain/accounts/certification.ts'
import type { Handler } from '../../handler.ts'
import { lockCompany } from './company-for-change.ts'

/** Money goes to the company only: the account's name is the certified one, whatever anybody types. */
export const accountSave: Handler<typeof companyPapersCalls.accountSave> = (input, { caller, db, note }) =>
  db.transaction(async (tx) => {
    const company = await lockCompany(tx, caller.companyId)
    if (!wasCertified(company.certification)) throw new CallFailed('notCertified')
    const accountNo = input.accountNo.replace(/\s/g, '')
    const row = { accountName: company.name, bankName: input.bankName, accountNo, updatedAt: new Date() }
    await tx
      .insert(bankAccounts)
      .values({ companyId: company.id, ...row })
      .onConflictDoUpdate({ target: bankAccounts.companyId, set: row })
    note(`${input.bankName} 尾号 ${accountNo.slice(-4)}`)
    return {}
  })
