import { asc } from 'drizzle-orm'
import { categories } from '../../db/tables/reference.ts'
import { keptUntilChange, referenceTag } from '../kept.ts'
import type { Context } from '../handler.ts'

type Row = typeof categories.$inferSelect
const kept = keptUntilChange<readonly Row[]>([referenceTag])

/** All categories of both trees, parents before children, brothers in their order: a few hundred rows. */
export const categoryRows = (context: Pick<Context, 'db' | 'pages'>): Promise<readonly Row[]> =>
  kept(context, 'all', () =>
    context.db.select().from(categories).orderBy(asc(categories.level), asc(categories.sort), asc(categories.id)),
  )
