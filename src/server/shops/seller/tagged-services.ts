import { and, desc, eq, ilike, isNull } from 'drizzle-orm'
import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import { services } from '../../../db/tables/catalogue.ts'
import { categories } from '../../../db/tables/reference.ts'
import type { Handler } from '../../handler.ts'
import { anywhere } from '../../search/anywhere.ts'

export const taggedServices: Handler<typeof qualificationsCalls.taggedServices> = async (
  { keyword, current, pageSize },
  { caller, db },
) => {
  const own = and(
    eq(services.shopId, caller.shopId),
    isNull(services.deletedAt),
    keyword === '' ? undefined : ilike(services.title, anywhere(keyword)),
  )
  const rows = await db
    .select({
      serviceId: services.id,
      title: services.title,
      categoryName: categories.name,
      status: services.status,
      capabilities: services.capabilities,
    })
    .from(services)
    .innerJoin(categories, eq(categories.id, services.categoryId))
    .where(own)
    .orderBy(desc(services.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: await db.$count(services, own),
    data: rows.map(({ status, ...row }) => ({ ...row, published: status === 'published' })),
  }
}
