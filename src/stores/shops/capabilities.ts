import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { TaggedService } from '../../contract/shops/qualifications.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import { loadable } from '../loadable.ts'
import { loadPlatformEnum } from '../reference/platform-enums.ts'

const capabilitiesPart = loadable<readonly string[]>()
/** Saved capability tags of the own shop. */
export const savedCapabilities = capabilitiesPart.state
/** Currently ticked tags. */
export const chosenCapabilities = atom<readonly string[]>([])
export type CapabilitySaveState =
  { readonly at: 'editing' | 'sending' | 'saved' } | { readonly at: 'refused'; readonly failure: Failure }
export const capabilitySaveState = atom<CapabilitySaveState>({ at: 'editing' })

export async function loadShopCapabilities(): Promise<void> {
  await capabilitiesPart.load(async () => {
    const answer = await api.shops.sellerShop({})
    return answer.ok ? { ok: true, content: answer.content.capabilities } : answer
  })
  const now = savedCapabilities.get()
  if (now.at === 'ready' && capabilitySaveState.get().at === 'editing') chosenCapabilities.set(now.content)
}

export function toggleCapability(word: string, on: boolean): void {
  const others = chosenCapabilities.get().filter((one) => one !== word)
  if (on && others.length >= shopLimits.capabilities) return
  chosenCapabilities.set(on ? [...others, word] : others)
  if (capabilitySaveState.get().at !== 'sending') capabilitySaveState.set({ at: 'editing' })
}

/** Saves the ticked tags. True on success. */
export async function saveShopCapabilities(): Promise<boolean> {
  if (capabilitySaveState.get().at === 'sending') return false
  capabilitySaveState.set({ at: 'sending' })
  const answer = await api.shops.shopCapabilitiesSave({ capabilities: [...chosenCapabilities.get()] })
  if (!answer.ok) {
    capabilitySaveState.set({ at: 'refused', failure: answer.failure })
    return false
  }
  capabilitiesPart.update(() => answer.content.capabilities)
  capabilitySaveState.set({ at: 'saved' })
  return true
}

/** Capability tags of one kind; a dictionary without groups is one group. */
export interface CapabilityGroup {
  readonly name: string
  readonly capabilities: readonly string[]
}

const groupsPart = loadable<readonly CapabilityGroup[]>()
/** Capability tags: dictionary CAPABILITY_TAG in its groups. */
export const capabilityGroups = groupsPart.state

export async function loadCapabilityGroups(): Promise<void> {
  if (capabilityGroups.get().at === 'ready') return
  await groupsPart.load(async () => {
    const answer = await loadPlatformEnum('CAPABILITY_TAG')
    if (!answer.ok) return answer
    const groups = answer.content.flatMap(({ dictText, children }) =>
      children.length === 0 ? [] : [{ name: dictText, capabilities: children.map((each) => each.dictText) }],
    )
    const single = answer.content.flatMap(({ dictText, children }) => (children.length === 0 ? [dictText] : []))
    return { ok: true, content: single.length === 0 ? groups : [...groups, { name: '其他', capabilities: single }] }
  })
}

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
