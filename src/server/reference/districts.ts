import { asc, eq, sql } from 'drizzle-orm'
import type { AreaMenu } from '../../contract/reference/area-menu.ts'
import type { District, referenceCalls } from '../../contract/reference/reference.ts'
import { companies } from '../../db/tables/accounts.ts'
import { districts } from '../../db/tables/reference.ts'
import { shops } from '../../db/tables/shops.ts'
import { areaMenu as menuOf } from '../../domain/reference/area-menu.ts'
import { districtNames } from '../platform/district-names.ts'
import { cachedReads, referenceTag } from '../cached-reads.ts'
import type { Context, Handler } from '../handler.ts'

const cachedDistricts = cachedReads<readonly District[]>({ tags: [referenceTag] })

/** The register as a tree, without what is switched off and everything below it. */
const districtRegister = (context: Pick<Context, 'db' | 'pages'>) =>
  cachedDistricts(context, 'all', async () => {
    const rows = await context.db
      .select()
      .from(districts)
      .where(eq(districts.isOff, false))
      .orderBy(asc(districts.code))
    const below = Map.groupBy(rows, (row) => row.parentCode)
    const branch = ({ code, name }: (typeof rows)[number]): District => ({
      code,
      name,
      childList: (below.get(code) ?? []).map(branch),
    })
    return (below.get(null) ?? []).map(branch)
  })

export const districtTree: Handler<typeof referenceCalls.districtTree> = async (_input, context) => [
  ...(await districtRegister(context)),
]

export const districtSubset: Handler<typeof referenceCalls.districtSubset> = async ({ parentCode }, context) => {
  const provinces = await districtRegister(context)
  if (parentCode === undefined) return [...provinces]
  const isAbove = ({ code }: District) => code === parentCode
  const parent = provinces.find(isAbove) ?? provinces.flatMap(({ childList }) => childList).find(isAbove)
  return [...(parent?.childList ?? [])]
}

const cachedAreaMenu = cachedReads<AreaMenu>({ tags: ['shops'] })

export const areaMenu: Handler<typeof referenceCalls.areaMenu> = (_input, context) =>
  cachedAreaMenu(context, 'shops', async () => {
    const rows = await context.db
      .select({ code: companies.districtCode, count: sql<number>`count(*)::int` })
      .from(shops)
      .innerJoin(companies, eq(companies.id, shops.companyId))
      .where(eq(companies.isSaler, true))
      .groupBy(companies.districtCode)
    const names = await districtNames(context.db)
    return menuOf(rows, (code) => names.get(code)).map((row) => ({ ...row, childList: [...row.childList] }))
  })
