import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { MoleculeFacts } from '../../contract/catalogue/products.ts'
import type { Failure } from '../../contract/envelope.ts'

/** What the structure of the listing form is. */
export type StructurePreview =
  | { readonly at: 'none' }
  | { readonly at: 'reading' }
  | { readonly at: 'failed'; readonly text: string; readonly failure: Failure }
  | { readonly at: 'ready'; readonly text: string; readonly molecule: MoleculeFacts }

export const structurePreview = atom<StructurePreview>({ at: 'none' })

let latest = 0

/** Reads a typed or drawn structure; only the latest counts. Returns its canonical SMILES, or null. */
export async function readListingStructure(text: string): Promise<string | null> {
  latest += 1
  const own = latest
  if (text.trim() === '') {
    structurePreview.set({ at: 'none' })
    return null
  }
  structurePreview.set({ at: 'reading' })
  const answer = await api.catalogue.structureRead({ structure: text })
  if (own !== latest) return null
  structurePreview.set(
    answer.ok ? { at: 'ready', text, molecule: answer.content } : { at: 'failed', text, failure: answer.failure },
  )
  return answer.ok ? answer.content.smiles : null
}
