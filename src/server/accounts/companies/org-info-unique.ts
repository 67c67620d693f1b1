import type { companiesCalls } from '../../../contract/accounts/companies.ts'
import { failures } from '../../../contract/failures.ts'
import { isCreditCode, tidyCreditCode } from '../../../domain/accounts/credit-code.ts'
import type { Handler } from '../../handler.ts'
import { companyNamed, creditCodeTaken } from './name-free.ts'

/** Tells only what submitting the form would tell as well; the own company is not in its own way. */
export const orgInfoUnique: Handler<typeof companiesCalls.orgInfoUnique> = async (input, { caller, db }) => {
  const { companyName = '', creditCode = '' } = input
  const code = tidyCreditCode(creditCode)
  if (companyName !== '' && (await companyNamed(db, companyName, caller.companyId))) {
    return { ok: false, message: failures.companyNameUsed.message }
  }
  if (code !== '' && !isCreditCode(code)) return { ok: false, message: '统一社会信用代码校验不通过' }
  if (code !== '' && (await creditCodeTaken(db, code, caller.companyId))) {
    return { ok: false, message: failures.creditCodeUsed.message }
  }
  return { ok: true, message: '' }
}
