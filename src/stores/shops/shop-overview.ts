import { api } from '../../client/browser.ts'
import type { ShopGlance } from '../../contract/shops/seller-shop.ts'
import { loadable } from '../loadable.ts'
import { atom } from 'nanostores'
import type { Failure } from '../../contract/envelope.ts'
import { refreshSession } from '../accounts/session.ts'
import { fieldErrorsOf } from '../field-errors.ts'

const part = loadable<ShopGlance>()
/** Overview of the own shop. */
export const shopOverview = part.state
export const loadShopOverview = (): Promise<void> => part.load(() => api.shops.shopGlance({}))

/** State of closing the shop; `typed` is the shop name typed as confirmation. */
export type ShopClosing =
  | { readonly at: 'none' }
  | {
      readonly at: 'asking' | 'sending'
      readonly typed: string
      readonly error: string
      readonly failure: Failure | null
    }
export const shopClosing = atom<ShopClosing>({ at: 'none' })

export const openShopClosing = (): void => shopClosing.set({ at: 'asking', typed: '', error: '', failure: null })
export function cancelShopClosing(): void {
  if (shopClosing.get().at !== 'sending') shopClosing.set({ at: 'none' })
}
export function typeShopName(typed: string): void {
  if (shopClosing.get().at === 'asking') shopClosing.set({ at: 'asking', typed, error: '', failure: null })
}

/** Closes the shop, once. True on success. */
export async function closeShop(): Promise<boolean> {
  const now = shopClosing.get()
  if (now.at !== 'asking') return false
  const { typed } = now
  if (typed.trim() === '') {
    shopClosing.set({ ...now, error: '请输入店铺名称' })
    return false
  }
  shopClosing.set({ at: 'sending', typed, error: '', failure: null })
  const answer = await api.shops.shopClose({ shopName: typed.trim() })
  if (!answer.ok) {
    const fault = fieldErrorsOf(answer.failure).find(({ field }) => field === 'shopName')?.message ?? ''
    shopClosing.set({ at: 'asking', typed, error: fault, failure: fault === '' ? answer.failure : null })
    return false
  }
  await refreshSession()
  return true
}
