import { eq, sql } from 'drizzle-orm'
import type { AreaMenu } from '../../contract/reference/area-menu.ts'
import type { referenceCalls } from '../../contract/reference/reference.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import { areaMenu as menuOf } from '../../domain/reference/area-menu.ts'
import { placeNames } from './places.ts'
import type { Handler } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'

const kept = keptUntilChange<AreaMenu>(['shops'])

export const areaMenu: Handler<typeof referenceCalls.areaMenu> = (_input, context) =>
  kept(context, 'shops', async () => {
    const rows = await context.db
      .select({ code: companies.districtCode, count: sql<number>`count(*)::int` })
      .from(shops)
      .innerJoin(companies, eq(companies.id, shops.companyId))
      .where(eq(companies.isSaler, true))
      .groupBy(companies.districtCode)
    const names = await placeNames(context.db)
    return menuOf(rows, (code) => names.get(code)).map((row) => ({ ...row, childList: [...row.childList] }))
  })
