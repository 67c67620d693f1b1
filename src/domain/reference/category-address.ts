/** A category that replaces a merged one in addresses. */
export interface CategoryTarget {
  readonly id: number
  readonly level: number
}
/** Targets by the id of the category that was merged into them. */
export type CategoryTargets = ReadonlyMap<number, CategoryTarget>

/** Query parameters that name a category, by the path of the list. */
const listParams: Readonly<Record<string, readonly string[]>> = {
  '/serviceHall/service': ['id', 'fieldLevel2Id', 'fieldLevel3Id'],
  '/marketHall/market': ['id', 'fieldLevel2Id', 'fieldLevel3Id'],
  '/demandHall': ['category'],
}

/** Parameter of a category of a level in lists of services and goods. */
const paramAt = (level: number) => (level === 2 ? 'fieldLevel2Id' : level === 3 ? 'fieldLevel3Id' : 'id')

/**
 * The address of a list (path and query) with every merged category replaced by its target; undefined when it names
 * none.
 */
export function addressAfterMerge(address: string, targets: CategoryTargets = new Map()): string | undefined {
  const at = address.indexOf('?')
  if (at < 0 || targets.size === 0) return undefined
  const [path, query] = [address.slice(0, at), new URLSearchParams(address.slice(at + 1))]
  const params = listParams[path] ?? []
  for (const name of params) {
    const target = targets.get(Number(query.get(name)))
    if (target === undefined) continue
    for (const each of [...params, 'current']) query.delete(each)
    query.set(params.length === 1 ? name : paramAt(target.level), String(target.id))
    return `${path}?${query.toString()}`
  }
  return undefined
}

const listPaths = { service: '/serviceHall/service', product: '/marketHall/market' } as const

/** The query of a list with every merged category replaced by its target. */
export function queryAfterMerge(kind: keyof typeof listPaths, query: string, targets: CategoryTargets): string {
  const path = `${listPaths[kind]}?`
  return addressAfterMerge(path + query, targets)?.slice(path.length) ?? query
}
