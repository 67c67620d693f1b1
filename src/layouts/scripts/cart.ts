import { links } from '../../domain/links.ts'
import { wishKey, wishOf, wishWord, type Wish } from '../../domain/orders/wish.ts'
import { asking, askLogin, session } from '../../stores/accounts/session.ts'
import { clearKept, isKept } from '../../stores/kept.ts'
import { repeatEarlyClicks } from './early-clicks.ts'
import { say } from './say.ts'
import { startPurchase, wishedHere } from './purchase.ts'

/** The store comes with the clients, and only when somebody joins something. */
const store = () => import('../../stores/orders/cart-join.ts')

/** Puts it in and says so; what comes in several specifications is chosen on its page. */
async function carryOut(wish: Wish, button?: HTMLElement): Promise<void> {
  button?.setAttribute('aria-busy', 'true')
  const { join } = await store()
  const joined = await join(wish)
  button?.removeAttribute('aria-busy')
  if (joined.at === 'quiet') return
  if (joined.at === 'joined') {
    const next = wayTo('看看搭配', links.addedToCart(wishWord(wish)))
    return say(joined.say, 'good', [wayTo(`去购物车（${joined.count}）`, links.cart()), next])
  }
  if (joined.at === 'choose') {
    const page = button?.closest('article')?.querySelector('a')
    if (page) return location.assign(page.href)
    return say('请先选择规格')
  }
  say(joined.say, 'warn', joined.certify ? [wayTo('企业认证', links.buyerAccount({ tab: 'certification' }))] : [])
}

/** A link beside what is said. */
function wayTo(label: string, href: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = href
  link.textContent = label
  link.className = 'pointer-events-auto ml-3 font-medium text-accent underline'
  return link
}

/** What a button wishes; on a detail page, with what is chosen and typed there. Undefined where that is nothing yet. */
const wishAt = (button: HTMLElement): Wish | undefined => {
  const wish = wishOf(button.dataset['join'] ?? button.dataset['buy'] ?? '')
  return wish === undefined || button.dataset['chosen'] === undefined ? wish : wishedHere(wish)
}

async function ask(wish: Wish): Promise<void> {
  const { keepWish } = await store()
  keepWish(wish)
  askLogin(() => void carryOutKept())
}

/** What was wished before the login, carried out once: after the dialog, or on the page that the login led back to. */
async function carryOutKept(): Promise<void> {
  if (!isKept('tab', wishKey)) return
  const { takeWish } = await store()
  const wish = takeWish()
  if (wish !== undefined) await carryOut(wish)
}

function onClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-join], [data-buy]') : null
  if (button === null || button.getAttribute('aria-busy') === 'true') return
  const wish = wishAt(button)
  if (wish === undefined) return
  event.preventDefault()
  const out = session.get().at === 'out'
  if (button.dataset['buy'] === undefined) return void (out ? ask(wish) : carryOut(wish, button))
  const page = links.confirmOrder(wishWord(wish))
  if (out) askLogin(undefined, page)
  else location.assign(page)
}

/** 加入购物车 and 立即购买 on pages that are the same for everyone: `data-join`, `data-buy`. */
export function startCart(): void {
  startPurchase()
  document.addEventListener('click', onClick)
  repeatEarlyClicks('[data-join], [data-buy]')
  // Who leaves the question wants nothing any more; who goes to the login page takes the wish along.
  asking.listen((question) => {
    if (question.at === 'nothing' && session.get().at === 'out') clearKept('tab', wishKey)
  })
  if (session.get().at === 'in') void carryOutKept()
}
