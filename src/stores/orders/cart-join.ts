import { api } from '../../client/browser.ts'
import { failures } from '../../contract/failures.ts'
import { wishKey, wishOf, wishWord, type Wish } from '../../domain/orders/wish.ts'
import { asText, kept } from '../kept.ts'
import { cartChanged } from './cart-count.ts'
import { numberOf } from './number-of.ts'
import { isSessionOver } from '../../domain/accounts/session-over.ts'

/** How a join went. */
export type Joined =
  | { readonly at: 'joined'; readonly count: number; readonly say: string }
  /** It is sold in several specifications: one is to be chosen on its page. */
  | { readonly at: 'choose' }
  | { readonly at: 'refused'; readonly say: string; readonly certify: boolean }
  /** Said elsewhere already, or under way. */
  | { readonly at: 'quiet' }

const sending = new Set<string>()

/** Puts something into the cart, once however often it is clicked. Without a quantity the least that is sold. */
export async function join(wish: Wish): Promise<Joined> {
  const word = wishWord(wish)
  if (sending.has(word)) return { at: 'quiet' }
  sending.add(word)
  const joined = await send(wish)
  sending.delete(word)
  return joined
}

async function send({ quantity, ...thing }: Wish): Promise<Joined> {
  const answer = await api.orders.cartJoin({ ...thing, quantity: quantity ?? 1 })
  if (answer.ok) {
    const { count } = answer.content
    cartChanged(count)
    const said = quantity === null && answer.content.quantity > 1 ? `，该项现有 ${answer.content.quantity} 件` : ''
    return { at: 'joined', count, say: `已加入购物车${said}` }
  }
  const { code, message, content } = answer.failure
  const least = numberOf(content, 'minOrder')
  if (code === failures.belowMinimum.code && quantity === null && least !== undefined && least > 1) {
    return send({ ...thing, quantity: least })
  }
  if (code === failures.specMissing.code) return { at: 'choose' }
  // The lost line and the ended session speak for themselves.
  if (code === 0 || isSessionOver(code)) return { at: 'quiet' }
  return { at: 'refused', say: sentence(code, message, content), certify: code === failures.notCertified.code }
}

/** A refusal with what can be done about it. */
function sentence(code: number, message: string, content: unknown): string {
  const [stock, inside, least] = [
    numberOf(content, 'stock'),
    numberOf(content, 'quantity'),
    numberOf(content, 'minOrder'),
  ]
  if (code === failures.stockShort.code && stock !== undefined) {
    const have = inside !== undefined && inside > 0 ? `，购物车中已有 ${inside} 件` : ''
    return stock === 0 ? '暂时缺货，可收藏或询价' : `库存仅 ${stock} 件${have}，请减少数量`
  }
  if (code === failures.belowMinimum.code && least !== undefined) return `起订量为 ${least} 件，请增加数量`
  if (code === failures.forbidden.code) return '您没有“我的订单”权限，请联系贵企业的主账号开通'
  return message
}

/** Milliseconds for which a wish waits for its person to sign in. */
const patience = 1_800_000

const keptWish = kept('tab', wishKey, asText)

/** Keeps what a signed-out person clicked, over the pages that lead through the login and back. */
export const keepWish = (wish: Wish): void => keptWish.keep(`${Date.now()} ${wishWord(wish)}`)

/** Takes the wish that was kept, so that it is carried out once. */
export function takeWish(): Wish | undefined {
  const [since = '', word = ''] = (keptWish.read() ?? '').split(' ')
  keptWish.clear()
  return Date.now() - Number(since) < patience ? wishOf(word) : undefined
}
