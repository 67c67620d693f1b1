import { persistentAtom } from '@nanostores/persistent'
import { counts, session } from '../accounts/session.ts'

/** How many different things lie in the cart, as the tabs of this browser know it. */
const kept = persistentAtom<number>('shopCartCount', 0, {
  encode: String,
  decode: (text) => (/^\d{1,4}$/.test(text) ? Number(text) : 0),
})
/** The last change of the cart in this browser: a cart that another tab shows reads itself anew. */
export const cartChange = persistentAtom<string>('cartChange', '')

/** Changes that answers told of, so that a count asked for before overwrites none. */
let changes = 0
let drawnFor: number | undefined

/** What the answer to a change told. */
export function cartChanged(count: number): void {
  changes += 1
  kept.set(count)
  cartChange.set(`${Date.now()} ${Math.random()}`)
}

/** Reads the count anew; where that fails the one that was known stays. */
async function readCartCount(): Promise<void> {
  const asked = changes
  const { quietApi } = await import('../../client/browser.ts')
  const answer = await quietApi.orders.cartCount({})
  if (answer.ok && asked === changes && session.get().at === 'in') kept.set(answer.content.count)
}

/** Once a page: the badges follow the cart, over tabs by what this browser keeps, over devices whenever one looks. */
export function watchCartCount(): void {
  kept.subscribe((cart) => counts.setKey('cart', cart))
  session.subscribe((now) => {
    const userId = now.at === 'in' ? now.user.userId : undefined
    if (userId === undefined) {
      // The browser of a visitor keeps nothing of a cart.
      if (kept.get() !== 0) kept.set(0)
    } else if (userId !== drawnFor) void readCartCount()
    drawnFor = userId
  })
  const look = () => {
    if (document.visibilityState === 'visible' && session.get().at === 'in') void readCartCount()
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('pageshow', (event) => event.persisted && look())
}
