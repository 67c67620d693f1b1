import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { refreshSession } from '../accounts/session.ts'
import { faultsOf } from '../faults.ts'

/** How closing the shop stands; `typed` is its name, typed to be sure. */
export type Closing =
  | { readonly at: 'none' }
  | {
      readonly at: 'asking' | 'sending'
      readonly typed: string
      readonly fault: string
      readonly failure: Failure | null
    }
export const closing = atom<Closing>({ at: 'none' })

export const ask = (): void => closing.set({ at: 'asking', typed: '', fault: '', failure: null })
export function drop(): void {
  if (closing.get().at !== 'sending') closing.set({ at: 'none' })
}
export function type(typed: string): void {
  if (closing.get().at === 'asking') closing.set({ at: 'asking', typed, fault: '', failure: null })
}

/** Closes the shop, once. True when it is closed. */
export async function confirm(): Promise<boolean> {
  const now = closing.get()
  if (now.at !== 'asking') return false
  const { typed } = now
  if (typed.trim() === '') {
    closing.set({ ...now, fault: '请输入店铺名称' })
    return false
  }
  closing.set({ at: 'sending', typed, fault: '', failure: null })
  const answer = await api.shops.shopClose({ shopName: typed.trim() })
  if (!answer.ok) {
    const fault = faultsOf(answer.failure).find(({ field }) => field === 'shopName')?.message ?? ''
    closing.set({ at: 'asking', typed, fault, failure: fault === '' ? answer.failure : null })
    return false
  }
  await refreshSession()
  return true
}
