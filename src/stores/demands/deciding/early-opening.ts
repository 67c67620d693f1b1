import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { loadBuyerDemand } from '../buyer-demand.ts'

/** Confirmation of opening sealed offers before the deadline. */
export type EarlyOpening =
  { readonly at: 'none' } | { readonly at: 'asking' | 'sending'; readonly failure: Failure | null }
export const earlyOpening = atom<EarlyOpening>({ at: 'none' })

export const askEarlyOpening = (): void => earlyOpening.set({ at: 'asking', failure: null })
export function closeEarlyOpening(): void {
  if (earlyOpening.get().at === 'asking') earlyOpening.set({ at: 'none' })
}

/** Names of the suppliers in a refusal because offers are outstanding. */
export function outstandingNames({ content }: Failure): string[] {
  const names: unknown = typeof content === 'object' && content !== null ? Reflect.get(content, 'names') : undefined
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

/** Opens the sealed offers of a demand, once. True on success. */
export async function openEarly(demandId: number): Promise<boolean> {
  if (earlyOpening.get().at !== 'asking') return false
  earlyOpening.set({ at: 'sending', failure: null })
  const answer = await api.demands.demandOpenEarly({ demandId })
  earlyOpening.set(answer.ok ? { at: 'none' } : { at: 'asking', failure: answer.failure })
  if (answer.ok) await loadBuyerDemand()
  return answer.ok
}
