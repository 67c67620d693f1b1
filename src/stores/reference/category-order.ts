import { atom, computed } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { CountedCategory } from '../../contract/catalogue/categories.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { loadable } from '../loadable.ts'

const part = loadable<readonly CountedCategory[]>()
/** Categories of a kind, as shown in menus. */
export const categoryTree = part.state
export const categoryKind = atom<ListingKind>('service')
/** The parent category whose children are being ordered; null = the first level. */
export const parentId = atom<number | null>(null)
/** Unsaved order of the children; null = unchanged. */
const pendingOrder = atom<readonly number[] | null>(null)
/** Save state of the order. */
export const orderSave = atom<
  { readonly at: 'no' | 'sending' } | { readonly at: 'refused'; readonly failure: Failure }
>({
  at: 'no',
})

export async function loadCategoryTree(): Promise<void> {
  pendingOrder.set(null)
  await part.load(() =>
    categoryKind.get() === 'service' ? api.catalogue.serviceFields({}) : api.catalogue.productCategoriesIndex({}),
  )
}
export function chooseCategoryKind(next: ListingKind): void {
  if (categoryKind.get() === next || orderSave.get().at === 'sending') return
  categoryKind.set(next)
  parentId.set(null)
  part.reset()
  orderSave.set({ at: 'no' })
  void loadCategoryTree()
}
export function chooseParentCategory(next: number | null): void {
  if (orderSave.get().at === 'sending') return
  parentId.set(next)
  pendingOrder.set(null)
  orderSave.set({ at: 'no' })
}

const flattenCategories = (rows: readonly CountedCategory[]): CountedCategory[] =>
  rows.flatMap((row) => [row, ...flattenCategories(row.childList)])
/** Parents with several children, including the first level. */
export const orderableParents = computed(categoryTree, (now) =>
  now.at === 'ready' ? flattenCategories(now.content).filter(({ childList }) => childList.length > 1) : [],
)
/** The children in their unsaved order. */
export const orderedChildren = computed([categoryTree, parentId, pendingOrder], (now, id, order) => {
  if (now.at !== 'ready') return []
  const rows =
    id === null ? now.content : (flattenCategories(now.content).find((row) => row.categoryId === id)?.childList ?? [])
  if (order === null) return rows
  const byId = new Map(rows.map((row) => [row.categoryId, row]))
  return order.flatMap((each) => byId.get(each) ?? [])
})
export const isOrderChanged = computed(pendingOrder, (order) => order !== null)

/** Moves a category up or down by one. */
export function moveCategory(categoryId: number, by: -1 | 1): void {
  if (orderSave.get().at === 'sending') return
  const ids = orderedChildren.get().map((row) => row.categoryId)
  const at = ids.indexOf(categoryId)
  const other = ids[at + by]
  if (at < 0 || other === undefined) return
  pendingOrder.set(ids.with(at, other).with(at + by, categoryId))
}
export const undoCategoryOrder = (): void => pendingOrder.set(null)

/** Saves the order; true on success. Reloads if the categories have changed meanwhile. */
export async function saveCategoryOrder(): Promise<boolean> {
  const order = pendingOrder.get()
  if (order === null || orderSave.get().at === 'sending') return false
  orderSave.set({ at: 'sending' })
  const answer = await api.catalogue.productCategoriesIndexSort({ categoryIds: [...order] })
  orderSave.set(answer.ok ? { at: 'no' } : { at: 'refused', failure: answer.failure })
  if (answer.ok || answer.failure.code === 409 || answer.failure.code === 404) await loadCategoryTree()
  return answer.ok
}
