import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
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
