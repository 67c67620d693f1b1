import { and, asc, eq, inArray } from 'drizzle-orm'
import type { shopsCalls } from '../../contract/shops/shops.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { companies, legalPersons } from '../../db/tables/accounts.ts'
import { dictionaries } from '../../db/tables/reference.ts'
import { shops } from '../../db/tables/shops.ts'
import { mayShowShop, wasCertified, isCertified } from '../../domain/accounts/certification.ts'
import { visiblePart, type CompanyPart } from '../../domain/accounts/visibility.ts'
import { companyCategoryKey } from '../../domain/reference/dictionary-keys.ts'
import type { Handler } from '../handler.ts'
import { getReader } from '../accounts/companies/company-reader.ts'
import { regionNames } from '../reference/region-names.ts'

/**
 * A company as others may see it. A company that was never certified and has no shop is visible to its own people and
 * partners only, since its name is unverified.
 */
export const otherCompany: Handler<typeof shopsCalls.otherCompany> = async ({ orgId }, { db, caller }) => {
  const [row] = await db
    .select({ company: companies, legalPerson: legalPersons.name, shopId: shops.id })
    .from(companies)
    .leftJoin(legalPersons, eq(legalPersons.companyId, companies.id))
    .leftJoin(shops, eq(shops.companyId, companies.id))
    .where(eq(companies.id, orgId))
  if (row === undefined) throw new CallFailed('notFound')
  const { company, legalPerson, shopId } = row
  const reader = await getReader(db, caller, orgId)
  const isOpen = company.isSaler && mayShowShop(company.certification)
  const isKnown = wasCertified(company.certification) || isOpen
  if (!isKnown && reader !== 'own' && reader !== 'partners') throw new CallFailed('notFound')
  const part = (name: CompanyPart, value: string | null) => visiblePart(company.visibility, name, reader, value)
  return {
    orgId,
    companyName: company.name,
    shortName: company.shortName,
    certified: isCertified(company.certification),
    districtName: (await regionNames(db))(company.districtCode),
    companyIntro: company.intro,
    website: company.website,
    serviceClasses: await companyCategoryTexts(db, company.serviceClasses),
    address: part('address', company.address),
    creditCode: part('creditCode', company.creditCode),
    legalPerson: part('legalPerson', legalPerson),
    foundedAt: part('founded', company.foundedAt),
    scale: part('scale', company.scale),
    contactName: part('contact', company.contactName),
    contactPhone: part('contact', company.contactPhone),
    contactEmail: part('contact', company.contactEmail),
    shopId: isOpen ? shopId : null,
  }
}

async function companyCategoryTexts(db: Db, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const rows = await db
    .select({ text: dictionaries.dictText })
    .from(dictionaries)
    .where(and(eq(dictionaries.dictKey, companyCategoryKey), inArray(dictionaries.dictCode, [...codes])))
    .orderBy(asc(dictionaries.sort), asc(dictionaries.id))
  return rows.map(({ text }) => text)
}
