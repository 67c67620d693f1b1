import { and, asc, count, desc, eq, ilike, or } from 'drizzle-orm'
import type { qualificationsCalls } from '../../contract/shops/qualifications.ts'
import { companies } from '../../db/tables/accounts.ts'
import { files } from '../../db/tables/operations.ts'
import { shopQualifications, shops } from '../../db/tables/shops.ts'
import type { Handler } from '../handler.ts'
import { countsOf } from '../operations/public.ts'
import { anywhere } from '../search/anywhere.ts'
import { presentQualification, qualificationColumns } from './seller/qualification-rows.ts'

export const qualificationReviews: Handler<typeof qualificationsCalls.qualificationReviews> = async (input, { db }) => {
  const { status, keyword, current, pageSize } = input
  const part = anywhere(keyword)
  const found =
    keyword === ''
      ? undefined
      : or(ilike(shops.name, part), ilike(companies.name, part), ilike(shopQualifications.name, part))
  const byStatus = await db
    .select({ status: shopQualifications.status, count: count() })
    .from(shopQualifications)
    .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(found)
    .groupBy(shopQualifications.status)
  const rows = await db
    .select({
      ...qualificationColumns,
      shop: { shopId: shops.id, orgId: shops.companyId, shopName: shops.name, companyName: companies.name },
    })
    .from(shopQualifications)
    .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .leftJoin(files, eq(files.id, shopQualifications.fileId))
    .where(and(found, status === undefined ? undefined : eq(shopQualifications.status, status)))
    .orderBy(desc(eq(shopQualifications.status, 'pending_review')), asc(shopQualifications.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { ...countsOf(byStatus, status), data: rows.map((row) => ({ ...presentQualification(row), ...row.shop })) }
}
