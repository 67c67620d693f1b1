import { and, eq, ne, sql } from 'drizzle-orm'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { nameKey } from '../../../db/tables/columns.ts'
import { shops } from '../../../db/tables/shops.ts'
import { supplierAgreementVersion } from '../../../domain/accounts/certification.ts'
import type { Handler } from '../../handler.ts'
import { indexShops } from '../../search/index-documents.ts'
import { assertCertified } from '../../session/authorise.ts'
import { lockCompany, assertServiceClasses } from '../companies/company-for-change.ts'
import { getCompanyTags } from '../companies/company-tags.ts'
import { lockName } from '../companies/company-names.ts'
import { ownFile, fileUrl, assignFileToCompany } from '../../platform/files/files.ts'

/**
 * Runs inside the transaction of its idempotency key: shop and seller status are saved
 * together. A closed shop is reopened with its listings.
 */
export const supplierOpen: Handler<typeof certificationCalls.supplierOpen> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const company = await lockCompany(db, caller.companyId)
  assertCertified(company)
  await assertServiceClasses(db, input.serviceClasses)
  if (input.agreementVersion !== supplierAgreementVersion) throw new CallFailed('agreementNewer')
  if (company.isSaler) throw new CallFailed('shopExists')
  await assertShopNameFree(db, company.id, input.shopName)
  const logo = input.logoFileId === '' ? undefined : await ownFile(db, input.logoFileId, caller, 'logo')
  if (logo !== undefined) await assignFileToCompany(db, logo, company.id)
  const values = {
    name: input.shopName,
    brief: input.brief,
    ...(logo === undefined ? {} : { logo: fileUrl(logo) }),
    agreementVersion: input.agreementVersion,
    agreedBy: caller.userId,
    agreedAt: new Date(),
  }
  const [shop] = await db
    .insert(shops)
    .values({ companyId: company.id, ...values })
    .onConflictDoUpdate({ target: shops.companyId, set: { ...values, version: sql`${shops.version} + 1` } })
    .returning({ id: shops.id })
  if (shop === undefined) throw new CallFailed('conflict')
  await indexShops(db, [shop.id])
  await db
    .update(companies)
    .set({ isSaler: true, serviceClasses: input.serviceClasses })
    .where(eq(companies.id, company.id))
  const tags = await getCompanyTags(db, company.id)
  after(() => pages.invalidate(tags))
  note(input.shopName)
  return { shopId: shop.id }
}

/** Locks the name until the transaction ends. Throws shopNameUsed. */
async function assertShopNameFree(tx: Db, companyId: number, name: string): Promise<void> {
  await lockName(tx, 'shop', name)
  const [taken] = await tx
    .select({ id: shops.id })
    .from(shops)
    .where(and(eq(nameKey(shops.name), nameKey(sql`${name}::text`)), ne(shops.companyId, companyId)))
  if (taken !== undefined) throw new CallFailed('shopNameUsed')
}
