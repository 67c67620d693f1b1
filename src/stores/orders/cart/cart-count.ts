import { persistentAtom } from '@nanostores/persistent'
import { counts, session } from '../../accounts/session.ts'

/** Number of distinct items in the cart, shared by the tabs of this browser. */
const cachedCount = persistentAtom<number>('shopCartCount', 0, {
  encode: String,
  decode: (text) => (/^\d{1,4}$/.test(text) ? Number(text) : 0),
})
/** Last change of the cart in this browser; other tabs reload their cart. */
export const cartChange = persistentAtom<string>('cartChange', '')

/** Changes reported by answers, so that an earlier count request does not overwrite them. */
let changeCount = 0
let renderedForUserId: number | undefined

/** Sets the count from the answer to a change. */
export function cartChanged(count: number): void {
  changeCount += 1
  cachedCount.set(count)
  cartChange.set(`${Date.now()} ${Math.random()}`)
}

/** Reloads the count; on failure the last known one stays. */
async function readCartCount(): Promise<void> {
  const asked = changeCount
  const { quietApi } = await import('../../../client/browser.ts')
  const answer = await quietApi.orders.cartCount({})
  if (answer.ok && asked === changeCount && session.get().at === 'in') cachedCount.set(answer.content.count)
}

/**
 * Once per page: badges follow the cart, across tabs by local storage, across devices when the page becomes visible.
 */
export function watchCartCount(): void {
  cachedCount.subscribe((cart) => counts.setKey('cart', cart))
  session.subscribe((now) => {
    const userId = now.at === 'in' ? now.user.userId : undefined
    if (userId === undefined) {
      // Visitors have no cart.
      if (cachedCount.get() !== 0) cachedCount.set(0)
    } else if (userId !== renderedForUserId) void readCartCount()
    renderedForUserId = userId
  })
  const look = () => {
    if (document.visibilityState === 'visible' && session.get().at === 'in') void readCartCount()
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('pageshow', (event) => event.persisted && look())
}
