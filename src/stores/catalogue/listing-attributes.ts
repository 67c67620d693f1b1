import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Attribute } from '../../domain/catalogue/attributes.ts'

/** Attributes of the chosen category; none without a category. `failed` can be retried. */
export type AttributesState =
  | { readonly at: 'none' }
  | { readonly at: 'loading'; readonly categoryId: number }
  | { readonly at: 'failed'; readonly categoryId: number }
  | { readonly at: 'ready'; readonly categoryId: number; readonly attributes: readonly Attribute[] }

export const attributesState = atom<AttributesState>({ at: 'none' })

/** Loads a category's attributes unless loaded; of two concurrent loads the later category wins. */
export async function loadAttributes(categoryId: number | null): Promise<void> {
  if (categoryId === null) return attributesState.set({ at: 'none' })
  const now = attributesState.get()
  if (now.at !== 'none' && now.at !== 'failed' && now.categoryId === categoryId) return
  attributesState.set({ at: 'loading', categoryId })
  const answer = await api.catalogue.categoryAttributes({ categoryId })
  const still = attributesState.get()
  if (still.at === 'none' || still.categoryId !== categoryId) return
  attributesState.set(
    answer.ok ? { at: 'ready', categoryId, attributes: answer.content } : { at: 'failed', categoryId },
  )
}
