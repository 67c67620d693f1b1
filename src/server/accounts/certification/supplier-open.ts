import { and, eq, ne, sql } from 'drizzle-orm'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { nameKey } from '../../../db/tables/columns.ts'
import { shops } from '../../../db/tables/shops.ts'
import { supplierAgreementVersion } from '../../../domain/accounts/certification.ts'
import type { Handler } from '../../handler.ts'
import { fileOf, fileUrl, giveToCompany } from '../../operations/public.ts'
import { keepShopWords } from '../../search/keep-words.ts'
import { mustBeCertified } from '../../session/authorise.ts'
import { lockCompany, mustBeServiceClasses } from '../companies/company-for-change.ts'
import { companyTags } from '../companies/company-tags.ts'
import { holdName } from '../companies/name-free.ts'

/**
 * Runs inside the transaction of its idempotency key: the shop is there and the company a seller, or neither. A shop
 * that was closed is the same one again, its listings as they were left.
 */
export const supplierOpen: Handler<typeof certificationCalls.supplierOpen> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const company = await lockCompany(db, caller.companyId)
  mustBeCertified(company)
  await mustBeServiceClasses(db, input.serviceClasses)
  if (input.agreementVersion !== supplierAgreementVersion) throw new CallFailed('agreementNewer')
  if (company.isSaler) throw new CallFailed('shopExists')
  await mustBeFree(db, company.id, input.shopName)
  const logo = input.logoFileId === '' ? undefined : await fileOf(db, input.logoFileId, caller, 'logo')
  if (logo !== undefined) await giveToCompany(db, logo, company.id)
  const values = {
    ...{ name: input.shopName, brief: input.brief },
    ...(logo === undefined ? {} : { logo: fileUrl(logo) }),
    ...{ agreementVersion: input.agreementVersion, agreedBy: caller.userId, agreedAt: new Date() },
  }
  const [shop] = await db
    .insert(shops)
    .values({ companyId: company.id, ...values })
    .onConflictDoUpdate({ target: shops.companyId, set: { ...values, version: sql`${shops.version} + 1` } })
    .returning({ id: shops.id })
  if (shop === undefined) throw new CallFailed('conflict')
  await keepShopWords(db, [shop.id])
  await db
    .update(companies)
    .set({ isSaler: true, serviceClasses: input.serviceClasses })
    .where(eq(companies.id, company.id))
  const tags = await companyTags(db, company.id)
  after(() => pages.invalidate(tags))
  note(input.shopName)
  return { shopId: shop.id }
}

/** Throws shopNameUsed; the name is locked from here on. */
async function mustBeFree(tx: Db, companyId: number, name: string): Promise<void> {
  await holdName(tx, 'shop', name)
  const [taken] = await tx
    .select({ id: shops.id })
    .from(shops)
    .where(and(eq(nameKey(shops.name), nameKey(sql`${name}::text`)), ne(shops.companyId, companyId)))
  if (taken !== undefined) throw new CallFailed('shopNameUsed')
}
