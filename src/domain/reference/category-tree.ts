/** Deepest level of each tree; the root is level 0. */
export const maxCategoryLevels = { service: 3, product: 4 } as const

/** A category in its tree. */
export interface CategoryPlace {
  readonly id: number
  readonly kind: 'service' | 'product'
  readonly parentId: number | null
  readonly level: number
  readonly name: string
  /** Ids from the root down to this one. */
  readonly path: readonly number[]
}

/** New place of a category. Of a merged one: the place of the category that replaces it (`to` differs from `id`). */
export interface CategoryMove {
  readonly id: number
  readonly to: number
  readonly parentId: number | null
  readonly level: number
  readonly path: readonly number[]
}

/** Why a tree cannot be changed in this way; names of failures. */
export type TreeRefusal = 'notFound' | 'categoryBelowItself' | 'categoryTooDeep' | 'categoryNameUsed'
export type TreePlan = { readonly moves: readonly CategoryMove[] } | { readonly refused: TreeRefusal }

const childrenOf = (rows: readonly CategoryPlace[]) => Map.groupBy(rows, ({ parentId }) => parentId)

/** Plans a category with everything below it under another parent of the same kind. */
export function planCategoryMove(rows: readonly CategoryPlace[], id: number, parentId: number): TreePlan {
  const [node, parent] = [rows.find((row) => row.id === id), rows.find((row) => row.id === parentId)]
  if (node === undefined || parent === undefined || node.level === 0 || node.kind !== parent.kind)
    return { refused: 'notFound' }
  if (parent.path.includes(id)) return { refused: 'categoryBelowItself' }
  if (node.parentId === parentId) return { moves: [] }
  if (rows.some((row) => row.parentId === parentId && row.name === node.name)) return { refused: 'categoryNameUsed' }
  return placesAfter(rows, new Map([[id, parentId]]), new Map())
}

/**
 * Plans the merge of a category into another one of the same kind. Its children move below the target; a child with
 * the name of a child of the target is merged into that one.
 */
export function planCategoryMerge(rows: readonly CategoryPlace[], sourceId: number, targetId: number): TreePlan {
  const [source, target] = [rows.find(({ id }) => id === sourceId), rows.find(({ id }) => id === targetId)]
  if (source === undefined || target === undefined || source.level === 0 || target.level === 0)
    return { refused: 'notFound' }
  if (source.kind !== target.kind) return { refused: 'notFound' }
  if (target.path.includes(sourceId)) return { refused: 'categoryBelowItself' }
  const below = childrenOf(rows)
  const [merged, parents] = [new Map<number, number>(), new Map<number, number>()]
  const join = (from: CategoryPlace, to: CategoryPlace) => {
    merged.set(from.id, to.id)
    for (const child of below.get(from.id) ?? []) {
      const same = (below.get(to.id) ?? []).find(({ id, name }) => name === child.name && id !== from.id)
      if (same === undefined) parents.set(child.id, to.id)
      else join(child, same)
    }
  }
  join(source, target)
  return placesAfter(rows, parents, merged)
}

/** Every category whose place changes; merged ones with the place of their target. */
function placesAfter(
  rows: readonly CategoryPlace[],
  parents: ReadonlyMap<number, number>,
  merged: ReadonlyMap<number, number>,
): TreePlan {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const survivorOf = (id: number): number => {
    const next = merged.get(id)
    return next === undefined ? id : survivorOf(next)
  }
  const known = new Map<number, CategoryMove>()
  const placeOf = (id: number): CategoryMove => {
    const found = known.get(id)
    if (found !== undefined) return found
    const before = byId.get(id)?.parentId ?? null
    const parentId = parents.get(id) ?? (before === null ? null : survivorOf(before))
    const above = parentId === null ? undefined : placeOf(parentId)
    const place = {
      id,
      to: id,
      parentId,
      level: above === undefined ? 0 : above.level + 1,
      path: [...(above?.path ?? []), id],
    }
    known.set(id, place)
    return place
  }
  const moves = rows.flatMap((row): CategoryMove[] => {
    const to = survivorOf(row.id)
    const place = placeOf(to)
    if (to !== row.id) return [{ ...place, id: row.id, to }]
    return place.path.join() === row.path.join() && place.parentId === row.parentId ? [] : [place]
  })
  const isTooDeep = moves.some(({ id, level }) => level > maxCategoryLevels[byId.get(id)?.kind ?? 'service'])
  return isTooDeep ? { refused: 'categoryTooDeep' } : { moves }
}
