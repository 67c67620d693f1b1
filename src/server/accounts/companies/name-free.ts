import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { nameKey } from '../../../db/tables/columns.ts'

/** Holds a name until the transaction ends, so that of two who want it one sees the other's row. */
export const holdName = (tx: Db, kind: 'company' | 'credit code' | 'shop', name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${kind}), hashtext(${nameKey(sql`${name}::text`)}))`)

/**
 * Whether another company that was certified is called so; case, spaces and width of brackets make no difference.
 * A name that was only typed holds nothing: else anybody could keep a company out by taking its name first.
 */
export async function companyNamed(db: Db, name: string, except: number | null): Promise<boolean> {
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
export async function creditCodeTaken(db: Db, creditCode: string, except: number | null): Promise<boolean> {
  const [taken] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.creditCode, creditCode), except === null ? undefined : ne(companies.id, except)))
    .limit(1)
  return taken !== undefined
}

/** Takes a name for a company in the transaction that writes it. Throws companyNameUsed. */
export async function takeCompanyName(tx: Db, name: string, except: number | null): Promise<void> {
  await holdName(tx, 'company', name)
  if (await companyNamed(tx, name, except)) throw new CallFailed('companyNameUsed')
}

/** Takes a unified social credit code for a company in the transaction that writes it. Throws creditCodeUsed. */
export async function takeCreditCode(tx: Db, creditCode: string, except: number): Promise<void> {
  await holdName(tx, 'credit code', creditCode)
  if (await creditCodeTaken(tx, creditCode, except)) throw new CallFailed('creditCodeUsed')
}
