import { reportChoice } from '../../search/search-choices.ts'
import { api } from '../../../client/browser.ts'
import { failures } from '../../../contract/failures.ts'
import {
  cartRequestKey,
  parseCartRequest,
  serializeCartRequest,
  type CartRequest,
} from '../../../domain/orders/cart-request.ts'
import { asText, persistedValue } from '../../persisted-storage.ts'
import { cartChanged } from './cart-count.ts'
import { numberOf } from './number-of.ts'
import { isSessionOver } from '../../../domain/accounts/session-over.ts'

/** Result of adding to the cart. */
export type AddToCartResult =
  | { readonly at: 'joined'; readonly count: number; readonly say: string }
  /** Several specifications exist: one must be chosen on the listing's page. */
  | { readonly at: 'choose' }
  | { readonly at: 'refused'; readonly say: string; readonly certify: boolean }
  /** Already reported elsewhere, or a call is under way. */
  | { readonly at: 'quiet' }

const requestsUnderWay = new Set<string>()

/** Adds an item to the cart, once even for several clicks. The default quantity is the minimum order quantity. */
export async function addToCart(request: CartRequest): Promise<AddToCartResult> {
  const requestKey = serializeCartRequest(request)
  if (requestsUnderWay.has(requestKey)) return { at: 'quiet' }
  requestsUnderWay.add(requestKey)
  const joined = await sendCartRequest(request)
  requestsUnderWay.delete(requestKey)
  return joined
}

async function sendCartRequest({ quantity, ...thing }: CartRequest): Promise<AddToCartResult> {
  const answer = await api.orders.cartJoin({ ...thing, quantity: quantity ?? 1 })
  if (answer.ok) {
    const { count } = answer.content
    cartChanged(count)
    void reportChoice('cart')
    const said = quantity === null && answer.content.quantity > 1 ? `，该项现有 ${answer.content.quantity} 件` : ''
    return { at: 'joined', count, say: `已加入购物车${said}` }
  }
  const { code, message, content } = answer.failure
  const least = numberOf(content, 'minOrder')
  if (code === failures.belowMinimum.code && quantity === null && least !== undefined && least > 1) {
    return sendCartRequest({ ...thing, quantity: least })
  }
  if (code === failures.specMissing.code) return { at: 'choose' }
  // Lost connections and ended sessions are reported elsewhere.
  if (code === 0 || isSessionOver(code)) return { at: 'quiet' }
  return { at: 'refused', say: refusalText(code, message, content), certify: code === failures.notCertified.code }
}

/** Text of a refusal with its remedy. */
function refusalText(code: number, message: string, content: unknown): string {
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

/** Milliseconds a saved request stays valid during login. */
const requestLifetimeMs = 1_800_000

const savedRequest = persistedValue('tab', cartRequestKey, asText)

/** Saves the request of a signed-out person across the login pages. */
export const saveCartRequest = (request: CartRequest): void =>
  savedRequest.save(`${Date.now()} ${serializeCartRequest(request)}`)

/** Removes and returns the saved request, so that it runs once. */
export function takeCartRequest(): CartRequest | undefined {
  const [since = '', word = ''] = (savedRequest.read() ?? '').split(' ')
  savedRequest.clear()
  return Date.now() - Number(since) < requestLifetimeMs ? parseCartRequest(word) : undefined
}
