import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { StructureRow } from '../../contract/catalogue/structures.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import { defaultSimilarity, type StructureMode } from '../../domain/catalogue/structures.ts'

/**
 * Search of goods by structure. What is drawn stays in this page: it is in no address, no storage of the browser, and
 * is sent in the body of a call only.
 */

export const structurePageSize = 20

export interface StructureResults {
  readonly total: number
  readonly more: boolean
  readonly data: readonly StructureRow[]
  readonly query: { readonly formula: string; readonly mass: number; readonly atoms: number }
  readonly mode: StructureMode
  readonly similarity: number
  readonly current: number
  /** What was searched for; the field may hold another text by now. */
  readonly structure: string
}

export type StructureState =
  | { readonly at: 'none' }
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly failure: Failure; readonly retry: () => Promise<void> }
  | { readonly at: 'ready'; readonly content: StructureResults; readonly refreshing: boolean }

/** SMILES or molfile, as typed or drawn. */
export const structureText = atom('')
export const structureMode = atom<StructureMode>('substructure')
/** Least Tanimoto coefficient in percent. */
export const structureSimilarity = atom(defaultSimilarity)
export const structureState = atom<StructureState>({ at: 'none' })
/** Message at the structure; '' without one. */
export const structureFault = atom('')

export function setStructureText(text: string): void {
  structureText.set(text)
  structureFault.set('')
}

/** Failures that concern what was drawn: they stand at the field. */
const structureCodes: ReadonlySet<number> = new Set([
  failures.structureUnreadable.code,
  failures.structureTooLarge.code,
  failures.structureEmpty.code,
])

let latest = 0

/** Searches for what the field holds, or for another page of `structure`; only the latest of several counts. */
export async function searchStructure(current = 1, structure = structureText.get().trim()): Promise<void> {
  if (structure === '') {
    structureFault.set('请先画出或粘贴一个结构')
    return
  }
  const [mode, similarity] = [structureMode.get(), structureSimilarity.get()]
  latest += 1
  const own = latest
  const before = structureState.get()
  structureFault.set('')
  structureState.set(before.at === 'ready' ? { ...before, refreshing: true } : { at: 'loading' })
  const answer = await api.catalogue.structureSearch({
    structure,
    mode,
    similarity,
    current,
    pageSize: structurePageSize,
  })
  if (own !== latest) return
  if (answer.ok) {
    const content = { ...answer.content, mode, similarity, current, structure }
    structureState.set({ at: 'ready', content, refreshing: false })
  } else if (structureCodes.has(answer.failure.code)) {
    structureFault.set(answer.failure.message)
    structureState.set({ at: 'none' })
  } else {
    const retry = () => searchStructure(current, structure)
    structureState.set({ at: 'failed', failure: answer.failure, retry })
  }
}

export function setStructureMode(mode: StructureMode): void {
  structureMode.set(mode)
  if (structureState.get().at !== 'none') void searchStructure()
}

export function setStructureSimilarity(similarity: number): void {
  structureSimilarity.set(similarity)
  if (structureState.get().at !== 'none') void searchStructure()
}

/** 查找相似结构: begins with the structure of goods on sale. */
export async function openSimilarStructures(productNo: string): Promise<void> {
  latest += 1
  const own = latest
  structureState.set({ at: 'loading' })
  const answer = await api.catalogue.product({ productNo })
  // Somebody has searched for another structure meanwhile.
  if (own !== latest) return
  if (!answer.ok) {
    const retry = () => openSimilarStructures(productNo)
    structureState.set({ at: 'failed', failure: answer.failure, retry })
    return
  }
  const { molecule } = answer.content
  if (molecule === null) {
    structureFault.set('该商品没有登记结构，请画出或粘贴一个结构')
    structureState.set({ at: 'none' })
    return
  }
  structureText.set(molecule.smiles)
  structureMode.set('similar')
  await searchStructure()
}
