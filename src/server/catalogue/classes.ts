import { and, eq, gt, sql } from 'drizzle-orm'
import type { classesCalls } from '../../contract/catalogue/classes.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import { serviceClassKey } from '../../domain/reference/dictionary-keys.ts'
import type { Handler } from '../handler.ts'
import { keptUntilChange } from '../kept.ts'
import { dictionaryTexts } from '../reference/public.ts'
import { isOpen } from '../shops/public.ts'

const kept = keptUntilChange<ReadonlyMap<string, number>>(['shops', 'services'])

export const classLabels: Handler<typeof classesCalls.classLabels> = async ({ keyword }, context) => {
  const counts = await kept(context, 'all', async () => {
    const rows = await context.db
      .select({ code: sql<string>`unnest(${companies.serviceClasses})`, count: sql<number>`count(*)::int` })
      .from(shops)
      .innerJoin(companies, eq(companies.id, shops.companyId))
      .where(and(isOpen(), gt(shops.serviceCount, 0)))
      .groupBy(sql`1`)
    return new Map(rows.map(({ code, count }) => [code, count]))
  })
  const wanted = keyword.toLowerCase()
  return [...(await dictionaryTexts(context, serviceClassKey))]
    .filter(([, text]) => text.toLowerCase().includes(wanted))
    .map(([dictCode, dictText]) => ({ dictCode, dictText, companyCount: counts.get(dictCode) ?? 0 }))
}
