import { atom, computed } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { CountedCategory } from '../../contract/catalogue/categories.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { loadable } from '../loaded.ts'

const part = loadable<readonly CountedCategory[]>()
/** The categories of a kind as menus show them. */
export const tree = part.state
export const kind = atom<ListingKind>('service')
/** The category whose children are put in order; null = the first level. */
export const parentId = atom<number | null>(null)
/** The children as they are being ordered; null = as they stand. */
const wanted = atom<readonly number[] | null>(null)
/** How saving the order goes. */
export const saving = atom<{ readonly at: 'no' | 'sending' } | { readonly at: 'refused'; readonly failure: Failure }>({
  at: 'no',
})

export async function load(): Promise<void> {
  wanted.set(null)
  await part.load(() =>
    kind.get() === 'service' ? api.catalogue.serviceFields({}) : api.catalogue.productCategoriesIndex({}),
  )
}
export function chooseKind(next: ListingKind): void {
  if (kind.get() === next || saving.get().at === 'sending') return
  kind.set(next)
  parentId.set(null)
  part.reset()
  saving.set({ at: 'no' })
  void load()
}
export function chooseParent(next: number | null): void {
  if (saving.get().at === 'sending') return
  parentId.set(next)
  wanted.set(null)
  saving.set({ at: 'no' })
}

const everyOne = (rows: readonly CountedCategory[]): CountedCategory[] =>
  rows.flatMap((row) => [row, ...everyOne(row.childList)])
/** Categories that have several below them, the first level included, for choosing what to order. */
export const parents = computed(tree, (now) =>
  now.at === 'ready' ? everyOne(now.content).filter(({ childList }) => childList.length > 1) : [],
)
/** The children in the order that is being made. */
export const children = computed([tree, parentId, wanted], (now, id, order) => {
  if (now.at !== 'ready') return []
  const rows = id === null ? now.content : (everyOne(now.content).find((row) => row.categoryId === id)?.childList ?? [])
  if (order === null) return rows
  const byId = new Map(rows.map((row) => [row.categoryId, row]))
  return order.flatMap((each) => byId.get(each) ?? [])
})
export const isChanged = computed(wanted, (order) => order !== null)

/** Moves one up or down by a place. */
export function move(categoryId: number, by: -1 | 1): void {
  if (saving.get().at === 'sending') return
  const ids = children.get().map((row) => row.categoryId)
  const at = ids.indexOf(categoryId)
  const other = ids[at + by]
  if (at < 0 || other === undefined) return
  wanted.set(ids.with(at, other).with(at + by, categoryId))
}
export const undo = (): void => wanted.set(null)

/** Saves the order. True when menus show it; where the categories have changed meanwhile they are read again. */
export async function save(): Promise<boolean> {
  const order = wanted.get()
  if (order === null || saving.get().at === 'sending') return false
  saving.set({ at: 'sending' })
  const answer = await api.catalogue.productCategoriesIndexSort({ categoryIds: [...order] })
  saving.set(answer.ok ? { at: 'no' } : { at: 'refused', failure: answer.failure })
  if (answer.ok || answer.failure.code === 409 || answer.failure.code === 404) await load()
  return answer.ok
}
