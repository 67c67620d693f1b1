import type { Context } from '../handler.ts'
import { keptUntilChange, referenceTag } from '../kept.ts'
import { categoryRows } from '../reference/public.ts'

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

const kept = keptUntilChange<ReadonlyMap<number, CategoryNode>>([referenceTag])

/** All categories by id, in the order they are shown. */
export const categoryNodes = (context: Pick<Context, 'db' | 'pages'>): Promise<ReadonlyMap<number, CategoryNode>> =>
  kept(context, 'all', async () => new Map((await categoryRows(context)).map((row) => [row.id, row])))

/** The way to a category from the first level down; the root above it is no level. */
export const wayTo = (nodes: ReadonlyMap<number, CategoryNode>, path: readonly number[]) =>
  path
    .flatMap((id) => nodes.get(id) ?? [])
    .filter(({ level }) => level > 0)
    .map(({ id, name }) => ({ categoryId: id, categoryName: name }))
