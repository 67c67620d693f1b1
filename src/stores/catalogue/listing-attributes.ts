import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Attribute } from '../../domain/catalogue/attributes.ts'

/** What the chosen category asks. `failed` can be tried again; without a category there is nothing to ask. */
export type Asked =
  | { readonly at: 'none' }
  | { readonly at: 'loading'; readonly categoryId: number }
  | { readonly at: 'failed'; readonly categoryId: number }
  | { readonly at: 'ready'; readonly categoryId: number; readonly attributes: readonly Attribute[] }

export const asked = atom<Asked>({ at: 'none' })

/** Reads what a category asks, unless it is there; of two readings the later category counts. */
export async function askOf(categoryId: number | null): Promise<void> {
  if (categoryId === null) return asked.set({ at: 'none' })
  const now = asked.get()
  if (now.at !== 'none' && now.at !== 'failed' && now.categoryId === categoryId) return
  asked.set({ at: 'loading', categoryId })
  const answer = await api.catalogue.categoryAttributes({ categoryId })
  const still = asked.get()
  if (still.at === 'none' || still.categoryId !== categoryId) return
  asked.set(answer.ok ? { at: 'ready', categoryId, attributes: answer.content } : { at: 'failed', categoryId })
}
