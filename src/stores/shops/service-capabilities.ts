import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { TaggedService } from '../../contract/shops/qualifications.ts'
import { loadable } from '../loadable.ts'

export const capabilityPageSize = 20
const part = loadable<{ readonly total: number; readonly data: readonly TaggedService[] }>()
/** Services of the own shop with their capability tags, one page. */
export const capabilityServices = part.state
export const serviceCapabilityQuery = atom<{ readonly keyword: string; readonly current: number }>({
  keyword: '',
  current: 1,
})
/** Ids of the ticked rows. */
export const tickedServices = atom<ReadonlySet<number>>(new Set())

export async function loadServiceCapabilities(): Promise<void> {
  await part.load(() => api.shops.taggedServices({ ...serviceCapabilityQuery.get(), pageSize: capabilityPageSize }))
}
export function updateServiceCapabilityQuery(change: { readonly keyword?: string; readonly current?: number }): void {
  serviceCapabilityQuery.set({ ...serviceCapabilityQuery.get(), current: 1, ...change })
  tickedServices.set(new Set())
  void loadServiceCapabilities()
}
export const tickServices = (ids: ReadonlySet<number>): void => tickedServices.set(ids)

/** Dialog that assigns tags to the ticked services: tags to add and to remove. */
export type CapabilityAssignment =
  | { readonly at: 'none' }
  | {
      readonly at: 'open' | 'sending'
      readonly add: ReadonlySet<string>
      readonly remove: ReadonlySet<string>
      readonly failure: Failure | null
    }
export const capabilityAssignment = atom<CapabilityAssignment>({ at: 'none' })
export const openCapabilityAssignment = (): void =>
  capabilityAssignment.set({ at: 'open', add: new Set(), remove: new Set(), failure: null })
export function closeCapabilityAssignment(): void {
  if (capabilityAssignment.get().at !== 'sending') capabilityAssignment.set({ at: 'none' })
}

/** Number of ticked services that have a tag. */
export function countServicesWith(word: string): number {
  const now = capabilityServices.get()
  const rows = now.at === 'ready' ? now.content.data.filter(({ serviceId }) => tickedServices.get().has(serviceId)) : []
  return rows.filter(({ capabilities }) => capabilities.includes(word)).length
}

/** Sets a tag for all ticked services, or for none; a second time it returns to unchanged. */
export function setAssignedCapability(word: string, on: boolean): void {
  const now = capabilityAssignment.get()
  if (now.at !== 'open') return
  const [add, remove] = [new Set(now.add), new Set(now.remove)]
  add.delete(word)
  remove.delete(word)
  const has = countServicesWith(word)
  if (on && has < tickedServices.get().size) add.add(word)
  if (!on && has > 0) remove.add(word)
  capabilityAssignment.set({ ...now, add, remove, failure: null })
}

/** Submits the assignment. Returns the number of changed services, or undefined when refused. */
export async function submitCapabilityAssignment(): Promise<number | undefined> {
  const now = capabilityAssignment.get()
  if (now.at !== 'open') return undefined
  capabilityAssignment.set({ ...now, at: 'sending', failure: null })
  const answer = await api.shops.serviceCapabilitiesAssign({
    serviceIds: [...tickedServices.get()],
    add: [...now.add],
    remove: [...now.remove],
  })
  if (!answer.ok) {
    capabilityAssignment.set({ ...now, at: 'open', failure: answer.failure })
    return undefined
  }
  capabilityAssignment.set({ at: 'none' })
  tickedServices.set(new Set())
  await loadServiceCapabilities()
  return answer.content.changed
}
