import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import { loadable } from '../loaded.ts'

const part = loadable<readonly string[]>()
/** Capabilities of the own shop as the server holds them. */
export const kept = part.state
/** What is ticked now. */
export const chosen = atom<readonly string[]>([])
export type Saving =
  { readonly at: 'editing' | 'sending' | 'saved' } | { readonly at: 'refused'; readonly failure: Failure }
export const saving = atom<Saving>({ at: 'editing' })

export async function load(): Promise<void> {
  await part.load(async () => {
    const answer = await api.shops.sellerShop({})
    return answer.ok ? { ok: true, content: answer.content.capabilities } : answer
  })
  const now = kept.get()
  if (now.at === 'ready' && saving.get().at === 'editing') chosen.set(now.content)
}

export function choose(word: string, on: boolean): void {
  const others = chosen.get().filter((one) => one !== word)
  if (on && others.length >= shopLimits.capabilities) return
  chosen.set(on ? [...others, word] : others)
  if (saving.get().at !== 'sending') saving.set({ at: 'editing' })
}

/** Saves what is ticked. True when it worked. */
export async function save(): Promise<boolean> {
  if (saving.get().at === 'sending') return false
  saving.set({ at: 'sending' })
  const answer = await api.shops.shopCapabilitiesSave({ capabilities: [...chosen.get()] })
  if (!answer.ok) {
    saving.set({ at: 'refused', failure: answer.failure })
    return false
  }
  part.change(() => answer.content.capabilities)
  saving.set({ at: 'saved' })
  return true
}
