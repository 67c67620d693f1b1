import { atom, computed } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import {
  categoryEditingCalls,
  type CategoryUsage,
  type EditedCategory,
} from '../../contract/reference/category-editing.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { moveFailureToField } from '../accounts/failure-at-field.ts'
import { createForm } from '../form-store.ts'
import { loadable } from '../loadable.ts'

interface Tree {
  readonly rootId: number
  readonly categories: readonly EditedCategory[]
}
const part = loadable<Tree>()
/** All categories of the chosen kind. */
export const editedTree = part.state
export const editedKind = atom<ListingKind>('service')
/** Categories whose children are shown. */
export const openCategories = atom<ReadonlySet<number>>(new Set())
/** The category whose actions are shown. */
export const chosenCategory = atom<number | null>(null)
/** A step without a dialog, such as a move up: sending, or refused. */
export const treeStep = atom<{ readonly at: 'no' | 'sending' } | { readonly at: 'refused'; readonly failure: Failure }>(
  {
    at: 'no',
  },
)

export const loadEditedTree = (): Promise<void> =>
  part.load(() => api.reference.editedCategories({ kind: editedKind.get() }))

export function chooseEditedKind(kind: ListingKind): void {
  if (editedKind.get() === kind) return
  editedKind.set(kind)
  openCategories.set(new Set())
  chosenCategory.set(null)
  treeStep.set({ at: 'no' })
  part.reset()
  void loadEditedTree()
}

export function toggleCategory(id: number): void {
  const next = new Set(openCategories.get())
  if (!next.delete(id)) next.add(id)
  openCategories.set(next)
}
export const chooseCategory = (id: number): void => chosenCategory.set(chosenCategory.get() === id ? null : id)

/** A shown row of the tree. */
export interface TreeRow {
  readonly node: EditedCategory
  readonly isOpen: boolean
  readonly hasChildren: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** The tree as rows: the first level, and the children of open categories. */
export const treeRows = computed([editedTree, openCategories], (tree, open): readonly TreeRow[] => {
  if (tree.at !== 'ready') return []
  const below = Map.groupBy(tree.content.categories, ({ parentId }) => parentId)
  const rowsBelow = (parentId: number): TreeRow[] => {
    const siblings = below.get(parentId) ?? []
    return siblings.flatMap((node, at): TreeRow[] => {
      const [isOpen, hasChildren] = [open.has(node.categoryId), below.has(node.categoryId)]
      const row = { node, isOpen, hasChildren, isFirst: at === 0, isLast: at === siblings.length - 1 }
      return isOpen ? [row, ...rowsBelow(node.categoryId)] : [row]
    })
  }
  return rowsBelow(tree.content.rootId)
})

/** Names from the first level down: 临床研究 / 临床监查. */
export function categoryPathName({ categories }: Tree, id: number): string {
  const node = categories.find(({ categoryId }) => categoryId === id)
  if (node === undefined) return ''
  const above = categoryPathName({ rootId: 0, categories }, node.parentId)
  return above === '' ? node.categoryName : `${above} / ${node.categoryName}`
}

async function runStep(call: () => Promise<Answer<unknown>>): Promise<boolean> {
  if (treeStep.get().at === 'sending') return false
  treeStep.set({ at: 'sending' })
  const answer = await call()
  treeStep.set(answer.ok ? { at: 'no' } : { at: 'refused', failure: answer.failure })
  await loadEditedTree()
  return answer.ok
}

/** Moves a category up or down among its siblings; true on success. */
export async function shiftCategory(id: number, by: -1 | 1): Promise<boolean> {
  const tree = editedTree.get()
  if (tree.at !== 'ready') return false
  const { categories } = tree.content
  const parentId = categories.find(({ categoryId }) => categoryId === id)?.parentId
  const ids = categories.filter((row) => row.parentId === parentId).map(({ categoryId }) => categoryId)
  const at = ids.indexOf(id)
  const other = ids[at + by]
  if (at < 0 || other === undefined) return false
  return runStep(() => api.catalogue.productCategoriesIndexSort({ categoryIds: ids.with(at, other).with(at + by, id) }))
}

/** Switches a category on or off; true on success. */
export const switchCategory = ({ categoryId, isOn }: EditedCategory): Promise<boolean> =>
  runStep(() => api.reference.categorySwitch({ categoryId, isOn: !isOn }))

/** A move, merge or deletion that is being decided. */
export interface CategoryChange {
  readonly at: 'move' | 'merge' | 'remove'
  readonly node: EditedCategory
  /** What changes along, as of now; null while it is read. */
  readonly usage: CategoryUsage | null
  readonly targetId: number | null
  readonly sending: boolean
  readonly failure: Failure | null
}

/** The open dialog. */
export type CategoryDialog =
  | { readonly at: 'none' }
  | { readonly at: 'new'; readonly parentId: number; readonly parentName: string }
  | { readonly at: 'edit'; readonly node: EditedCategory }
  | { readonly at: 'attributes'; readonly node: EditedCategory }
  | CategoryChange
export const categoryDialog = atom<CategoryDialog>({ at: 'none' })

const isSending = () => {
  const now = categoryDialog.get()
  return 'sending' in now && now.sending
}
export function closeCategoryDialog(): void {
  if (!isSending()) categoryDialog.set({ at: 'none' })
}

export const categoryForm = createForm({
  schema: categoryEditingCalls.categorySave.input,
  inputOf: ({ categoryName, mark, figure }: { categoryName: string; mark: string; figure: string }) => {
    const now = categoryDialog.get()
    const place =
      now.at === 'edit'
        ? { categoryId: now.node.categoryId, parentId: now.node.parentId }
        : { parentId: now.at === 'new' ? now.parentId : 0 }
    return { ...place, categoryName, mark, figure }
  },
  submit: async (input) =>
    moveFailureToField(await api.reference.categorySave(input), { categoryNameUsed: 'categoryName' }),
})

export function openNewCategory(parentId: number, parentName: string): void {
  categoryForm.start({ categoryName: '', mark: '', figure: '' })
  categoryDialog.set({ at: 'new', parentId, parentName })
}
export function openCategory(node: EditedCategory): void {
  const { categoryName, mark, figure } = node
  categoryForm.start({ categoryName, mark, figure })
  categoryDialog.set({ at: 'edit', node })
}
export const openCategoryAttributes = (node: EditedCategory): void => categoryDialog.set({ at: 'attributes', node })

/** Opens the dialog of a move, merge or deletion and reads what would move along. */
export async function openCategoryChange(at: 'move' | 'merge' | 'remove', node: EditedCategory): Promise<void> {
  categoryDialog.set({ at, node, usage: null, targetId: null, sending: false, failure: null })
  const answer = await api.reference.categoryUsage({ categoryId: node.categoryId })
  const now = categoryDialog.get()
  if (now.at !== at || now.node !== node) return
  categoryDialog.set(answer.ok ? { ...now, usage: answer.content } : { ...now, failure: answer.failure })
}

export function chooseTargetCategory(targetId: number): void {
  const now = categoryDialog.get()
  if (now.at === 'move' || now.at === 'merge') categoryDialog.set({ ...now, targetId, failure: null })
}

/** Categories that the one of the dialog can be moved under or merged into, with their full names. */
export const targetCategories = computed([editedTree, categoryDialog], (tree, dialog) => {
  if (tree.at !== 'ready' || (dialog.at !== 'move' && dialog.at !== 'merge')) return []
  const { node } = dialog
  const { rootId, categories } = tree.content
  const isBelow = (id: number): boolean => {
    if (id === node.categoryId) return true
    const row = categories.find(({ categoryId }) => categoryId === id)
    return row !== undefined && isBelow(row.parentId)
  }
  const named = categories
    .filter(({ categoryId }) => !isBelow(categoryId) && (dialog.at === 'merge' || categoryId !== node.parentId))
    .map(({ categoryId }) => ({ value: categoryId, label: categoryPathName(tree.content, categoryId) }))
  const isFirstLevel = node.parentId === rootId
  return dialog.at === 'move' && !isFirstLevel ? [{ value: rootId, label: '第一级' }, ...named] : named
})

/** Saves the form of the dialog; true on success. */
export async function saveCategory(): Promise<boolean> {
  const now = categoryDialog.get()
  if ((await categoryForm.submit()) === undefined) return false
  if (now.at === 'new') openCategories.set(new Set([...openCategories.get(), now.parentId]))
  categoryDialog.set({ at: 'none' })
  await loadEditedTree()
  return true
}

/**
 * Moves, merges or deletes the category of the dialog: `done`, `waiting` for a second operator, or refused (the reason
 * is in the dialog).
 */
export async function changeCategory(): Promise<'done' | 'waiting' | 'refused'> {
  const now = categoryDialog.get()
  if ((now.at !== 'move' && now.at !== 'merge' && now.at !== 'remove') || now.sending) return 'refused'
  const { at, node, targetId } = now
  const { categoryId } = node
  if (at !== 'remove' && targetId === null) return 'refused'
  categoryDialog.set({ ...now, sending: true, failure: null })
  const target = targetId ?? 0
  const answer =
    at === 'remove'
      ? await api.reference.categoryDelete({ categoryId })
      : at === 'move'
        ? await api.reference.categoryMove({ categoryId, parentId: target })
        : await api.reference.categoryMerge({ categoryId, targetId: target })
  if (!answer.ok) {
    categoryDialog.set({ ...now, sending: false, failure: answer.failure })
    return 'refused'
  }
  categoryDialog.set({ at: 'none' })
  const isWaiting = 'waiting' in answer.content && answer.content.waiting
  if (at !== 'move' && !isWaiting) chosenCategory.set(null)
  await loadEditedTree()
  return isWaiting ? 'waiting' : 'done'
}
