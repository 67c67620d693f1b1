import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { TaggedService } from '../../contract/shops/qualifications.ts'
import { loadable } from '../loaded.ts'

export const pageSize = 20
const part = loadable<{ readonly total: number; readonly data: readonly TaggedService[] }>()
/** Services of the own shop with their capabilities, a page of them. */
export const services = part.state
export const query = atom<{ readonly keyword: string; readonly current: number }>({ keyword: '', current: 1 })
/** Ids of the rows that are ticked. */
export const ticked = atom<ReadonlySet<number>>(new Set())

export async function load(): Promise<void> {
  await part.load(() => api.shops.taggedServices({ ...query.get(), pageSize }))
}
export function look(change: { readonly keyword?: string; readonly current?: number }): void {
  query.set({ ...query.get(), current: 1, ...change })
  ticked.set(new Set())
  void load()
}
export const tick = (ids: ReadonlySet<number>): void => ticked.set(ids)

/** The dialog in which tags are given to the ticked services: words to add and words to take away. */
export type Assigning =
  | { readonly at: 'none' }
  | {
      readonly at: 'open' | 'sending'
      readonly add: ReadonlySet<string>
      readonly remove: ReadonlySet<string>
      readonly failure: Failure | null
    }
export const assigning = atom<Assigning>({ at: 'none' })
export const openAssigning = (): void => assigning.set({ at: 'open', add: new Set(), remove: new Set(), failure: null })
export function closeAssigning(): void {
  if (assigning.get().at !== 'sending') assigning.set({ at: 'none' })
}

/** How many of the ticked services have a word. */
export function countWith(word: string): number {
  const now = services.get()
  const rows = now.at === 'ready' ? now.content.data.filter(({ serviceId }) => ticked.get().has(serviceId)) : []
  return rows.filter(({ capabilities }) => capabilities.includes(word)).length
}

/** A word for all of the ticked services, or for none; asked a second time it stays as it is. */
export function set(word: string, on: boolean): void {
  const now = assigning.get()
  if (now.at !== 'open') return
  const [add, remove] = [new Set(now.add), new Set(now.remove)]
  add.delete(word)
  remove.delete(word)
  const has = countWith(word)
  if (on && has < ticked.get().size) add.add(word)
  if (!on && has > 0) remove.add(word)
  assigning.set({ ...now, add, remove, failure: null })
}

/** Gives and takes the words. The number of services that changed, or undefined when it was refused. */
export async function assign(): Promise<number | undefined> {
  const now = assigning.get()
  if (now.at !== 'open') return undefined
  assigning.set({ ...now, at: 'sending', failure: null })
  const answer = await api.shops.serviceCapabilitiesAssign({
    ...{ serviceIds: [...ticked.get()], add: [...now.add], remove: [...now.remove] },
  })
  if (!answer.ok) {
    assigning.set({ ...now, at: 'open', failure: answer.failure })
    return undefined
  }
  assigning.set({ at: 'none' })
  ticked.set(new Set())
  await load()
  return answer.content.changed
}
