import { count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { companiesCalls, OwnCompany } from '../../../contract/accounts/companies.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { wasCertified } from '../../../domain/accounts/certification.ts'
import { companyPartLabels, companyParts, defaultVisibility } from '../../../domain/accounts/visibility.ts'
import { districtPath } from '../../../domain/reference/district-path.ts'
import type { Context, Handler } from '../../handler.ts'
import { districtNames } from '../../platform/district-names.ts'
import { assertDistrict, assertServiceClasses, lockCompany, lockCompanyForChange } from './company-for-change.ts'
import { reserveCompanyName } from './company-names.ts'
import { getCompanyTags } from './company-tags.ts'

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
async function getOwnCompany(db: Db, companyId: number | null): Promise<OwnCompany> {
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
async function getDistrictName(db: Db, code: string): Promise<string> {
  const names = await districtNames(db)
  return districtPath(code, (each) => names.get(each))
}

type CompanyDetails = z.output<typeof companiesCalls.buyerCompanySave.input> & { readonly serviceClasses?: string[] }

/** Saves the details of the caller's company, or creates it. The name can be changed until certification. */
async function saveCompanyDetails(
  { companyName, ...details }: CompanyDetails,
  { caller, db, pages, after, note }: Context<'user'>,
): Promise<OwnCompany> {
  await assertDistrict(db, details.districtCode)
  return db.transaction(async (tx) => {
    const company = await lockCompanyForChange(tx, caller, 'corporate_show', () => ({ name: requireName(companyName) }))
    const name = companyName ?? company.name
    if (name !== company.name) {
      if (wasCertified(company.certification)) throw new CallFailed('nameCertified')
      await reserveCompanyName(tx, name, company.id)
    }
    await tx
      .update(companies)
      .set({ ...details, name })
      .where(eq(companies.id, company.id))
    const tags = await getCompanyTags(tx, company.id)
    if (tags.length > 0) after(() => pages.invalidate(tags))
    note(name)
    return getOwnCompany(tx, company.id)
  })
}

function requireName(name: string | undefined): string {
  if (name === undefined) throw fieldFailed({ field: 'companyName', message: '请填写' })
  return name
}

export const buyerCompanySave: Handler<typeof companiesCalls.buyerCompanySave> = (input, context) =>
  saveCompanyDetails(input, context)

export const sellerCompanySave: Handler<typeof companiesCalls.sellerCompanySave> = async (input, context) => {
  await assertServiceClasses(context.db, input.serviceClasses)
  return saveCompanyDetails(input, context)
}

export const companyInfo: Handler<typeof companiesCalls.companyInfo> = (_input, { caller, db }) =>
  getOwnCompany(db, caller.companyId)

export const orgInfoPermission: Handler<typeof companiesCalls.orgInfoPermission> = async (_input, { caller, db }) => {
  const [row] = await db
    .select({ visibility: companies.visibility })
    .from(companies)
    .where(eq(companies.id, caller.companyId))
  return { ...defaultVisibility, ...row?.visibility }
}

export const orgInfoPermissionSet: Handler<typeof companiesCalls.orgInfoPermissionSet> = (
  input,
  { caller, db, pages, after, note },
) =>
  db.transaction(async (tx) => {
    const { visibility } = await lockCompany(tx, caller.companyId)
    const chosen = { ...visibility, ...input }
    await tx.update(companies).set({ visibility: chosen }).where(eq(companies.id, caller.companyId))
    const tags = await getCompanyTags(tx, caller.companyId)
    if (tags.length > 0) after(() => pages.invalidate(tags))
    note(
      companyParts
        .filter((part) => input[part] !== undefined)
        .map((part) => companyPartLabels[part])
        .join('、'),
    )
    return { ...defaultVisibility, ...chosen }
  })
