import { count, eq } from 'drizzle-orm'
import type { OwnCompany } from '../../../contract/accounts/companies.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { districtPath } from '../../../domain/reference/district-path.ts'
import { districtNames } from '../../reference/district-names.ts'

const noCompany: OwnCompany = {
  companyId: null,
  name: '',
  shortName: '',
  creditCode: '',
  districtCode: '',
  districtName: '',
  address: '',
  intro: '',
  foundedAt: '',
  contactName: '',
  contactPhone: '',
  contactEmail: '',
  website: '',
  scale: '',
  serviceClasses: [],
  authStatus: 'draft',
  certifiedUntil: null,
  isSaler: false,
  memberCount: 0,
  createdAt: null,
}

/** Wire format of the own company; empty without one. */
export async function getOwnCompany(db: Db, companyId: number | null): Promise<OwnCompany> {
  if (companyId === null) return noCompany
  const [row] = await db.select().from(companies).where(eq(companies.id, companyId))
  if (row === undefined) throw new CallFailed('notFound')
  const [people] = await db.select({ count: count() }).from(users).where(eq(users.companyId, companyId))
  const { id, creditCode, foundedAt, certification, certifiedUntil, createdAt, ...rest } = row
  return {
    ...rest,
    companyId: id,
    authStatus: certification,
    creditCode: creditCode ?? '',
    districtName: await getDistrictName(db, row.districtCode),
    foundedAt: foundedAt ?? '',
    certifiedUntil: certifiedUntil?.toISOString() ?? null,
    memberCount: people?.count ?? 0,
    createdAt: createdAt.toISOString(),
  }
}

/** 四川省 成都市 武侯区; empty without a district. */
export async function getDistrictName(db: Db, code: string): Promise<string> {
  const names = await districtNames(db)
  return districtPath(code, (each) => names.get(each))
}
