import { asc } from 'drizzle-orm'
import { categories } from '../../db/tables/reference.ts'
import type { Context } from '../handler.ts'
import { memory } from './memory.ts'

/** One category as the menus and the way to a listing need it. */
export interface CategoryNode {
  readonly id: number
  readonly kind: 'service' | 'product'
  readonly parentId: number | null
  readonly level: number
  readonly name: string
  readonly path: readonly number[]
  readonly mark: string
  readonly figure: string
}

const known = memory<ReadonlyMap<number, CategoryNode>>()
/** Listings come and go, categories hardly ever: no write of a listing has them read anew. */
const calm = { moment: () => 0 }

/** All categories by id, in the order they are shown: a few hundred rows. */
export const categoryNodes = ({ db }: Pick<Context, 'db'>) =>
  known({ db, pages: calm }, 'all', async () => {
    const { id, kind, parentId, level, name, path, mark, figure } = categories
    const rows = await db
      .select({ id, kind, parentId, level, name, path, mark, figure })
      .from(categories)
      .orderBy(asc(level), asc(categories.sort), asc(id))
    return new Map(rows.map((row) => [row.id, row]))
  })

/** The way to a category from the first level down; the root above it is no level. */
export const wayTo = (nodes: ReadonlyMap<number, CategoryNode>, path: readonly number[]) =>
  path
    .flatMap((id) => nodes.get(id) ?? [])
    .filter(({ level }) => level > 0)
    .map(({ id, name }) => ({ categoryId: id, categoryName: name }))
