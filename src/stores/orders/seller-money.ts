import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { links } from '../../domain/links.ts'
import { payoutStatuses } from '../../domain/orders/payouts.ts'
import { filteredList } from '../filtered-list.ts'
import { loadable } from '../loadable.ts'
import { onPush } from '../operations/push-notices.ts'

type HeldPage = Extract<Awaited<ReturnType<typeof api.orders.sellerHeldMoney>>, { readonly ok: true }>['content']
const part = loadable<HeldPage>()
/** Online money that the platform holds, and the sums of all of it. */
export const heldMoney = part.state
/** Page of the held money, from 1. */
export const heldPage = atom(1)
export const heldPageSize = 20
export const loadHeldMoney = (): Promise<void> =>
  part.load(() => api.orders.sellerHeldMoney({ current: heldPage.get(), pageSize: heldPageSize }))
export async function setHeldPage(page: number): Promise<void> {
  heldPage.set(page)
  await loadHeldMoney()
}

const list = filteredList(payoutStatuses, ({ keyword: _none, ...conditions }) => api.orders.sellerPayouts(conditions), {
  fixed: { view: 'money' },
})
/** Loads both lists and reloads on push notices. Returns the unsubscribe function. */
function startPayouts(): () => void {
  const stop = list.start()
  void loadHeldMoney()
  const stopPush = onPush((notice) => {
    if (notice.kind !== 'awake' && !(notice.kind === 'notice' && notice.path === links.sellerMoney())) return
    void list.load()
    void loadHeldMoney()
  })
  return () => {
    stop()
    stopPush()
  }
}
/** Payouts of the platform to the own company. */
export const sellerPayoutList = { ...list, start: startPayouts }
