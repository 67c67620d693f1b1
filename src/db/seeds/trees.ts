import type { categories } from '../tables/reference.ts'
import { requireKey } from './random.ts'

export type CategoryRow = typeof categories.$inferInsert & { id: number; path: number[]; figure: string; mark: string }

/** Parses an indented tree (two spaces per level). Ids count up from `firstId` in line order. */
export function readTree(kind: 'service' | 'product', text: string, firstId: number): CategoryRow[] {
  const rows: CategoryRow[] = []
  const open: CategoryRow[] = []
  const children = new Map<number, number>()
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const level = (line.length - line.trimStart().length) / 2
    const parent = open[level - 1]
    const [name = '', mark = parent?.mark, figure = parent?.figure] = line.split('|').map((part) => part.trim())
    const parentId = parent?.id ?? null
    const sort = children.get(parentId ?? 0) ?? 0
    children.set(parentId ?? 0, sort + 1)
    const id = firstId + rows.length
    const row = {
      id,
      kind,
      parentId,
      level,
      name,
      path: [...(parent?.path ?? []), id],
      sort,
      mark: mark ?? '',
      figure: figure ?? '',
    }
    rows.push(row)
    open.splice(level, open.length, row)
  }
  return rows
}

/** Finds a leaf by its name or, if two leaves share it, by `parent/leaf`. */
export function leafFinder(rows: readonly CategoryRow[]): (name: string) => CategoryRow {
  const names = new Map(rows.map((row) => [row.id, row.name]))
  const leaves = new Map<string, CategoryRow>()
  const parents = new Set(rows.map((row) => row.parentId))
  for (const row of rows.filter((each) => !parents.has(each.id))) {
    leaves.set(row.name, row)
    leaves.set(`${requireKey(names, row.parentId ?? 0)}/${row.name}`, row)
  }
  return (name) => requireKey(leaves, name)
}
