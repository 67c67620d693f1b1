import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { CallFailed, failures } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { nameKey } from '../../../db/tables/columns.ts'
import type { companiesCalls } from '../../../contract/accounts/companies.ts'
import { isCreditCode, normalizeCreditCode } from '../../../domain/accounts/credit-code.ts'
import type { Handler } from '../../handler.ts'

/** Takes an advisory lock on a name until the transaction ends, so that concurrent writers see each other. */
export const lockName = (tx: Db, kind: 'company' | 'credit code' | 'shop', name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${kind}), hashtext(${nameKey(sql`${name}::text`)}))`)

/**
 * Whether another certified company has this name, ignoring case, spaces and width of brackets. Names of uncertified
 * companies do not count, or anybody could block a company by entering its name first.
 */
export async function isCompanyNameTaken(db: Db, name: string, except: number | null): Promise<boolean> {
  const [taken] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(
      and(
        eq(nameKey(companies.name), nameKey(sql`${name}::text`)),
        inArray(companies.certification, ['approved', 'expired']),
        except === null ? undefined : ne(companies.id, except),
      ),
    )
    .limit(1)
  return taken !== undefined
}

/** Whether another company is certified under a unified social credit code, or was granted it by a claim. */
export async function isCreditCodeTaken(db: Db, creditCode: string, except: number | null): Promise<boolean> {
  const [taken] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.creditCode, creditCode), except === null ? undefined : ne(companies.id, except)))
    .limit(1)
  return taken !== undefined
}

/** Locks a company name and checks that it is free, in the transaction that writes it. Throws companyNameUsed. */
export async function reserveCompanyName(tx: Db, name: string, except: number | null): Promise<void> {
  await lockName(tx, 'company', name)
  if (await isCompanyNameTaken(tx, name, except)) throw new CallFailed('companyNameUsed')
}

/**
 * Locks a unified social credit code and checks that it is free, in the transaction that writes it. Throws
 * creditCodeUsed.
 */
export async function reserveCreditCode(tx: Db, creditCode: string, except: number): Promise<void> {
  await lockName(tx, 'credit code', creditCode)
  if (await isCreditCodeTaken(tx, creditCode, except)) throw new CallFailed('creditCodeUsed')
}

/** Reveals no more than submitting the form does; the own company is ignored. */
export const orgInfoUnique: Handler<typeof companiesCalls.orgInfoUnique> = async (input, { caller, db }) => {
  const { companyName = '', creditCode = '' } = input
  const code = normalizeCreditCode(creditCode)
  if (companyName !== '' && (await isCompanyNameTaken(db, companyName, caller.companyId))) {
    return { ok: false, message: failures.companyNameUsed.message }
  }
  if (code !== '' && !isCreditCode(code)) return { ok: false, message: '统一社会信用代码校验不通过' }
  if (code !== '' && (await isCreditCodeTaken(db, code, caller.companyId))) {
    return { ok: false, message: failures.creditCodeUsed.message }
  }
  return { ok: true, message: '' }
}
