import { links } from '../../domain/links.ts'
import { quantityNote, clampQuantity } from '../../domain/orders/cart-items.ts'
import {
  type CartRequest,
  cartRequestKey,
  parseCartRequest,
  serializeCartRequest,
} from '../../domain/orders/cart-request.ts'
import { loginPrompt, promptLogin, session } from '../../stores/accounts/session.ts'
import { clearPersisted, isPersisted } from '../../stores/persisted-storage.ts'
import { repeatEarlyClicks } from '../shell/early-clicks.ts'
import { showToast } from '../shell/toast.ts'

const specInputs = () => document.querySelectorAll<HTMLInputElement>('input[data-spec]')
const chosenSpec = () => [...specInputs()].find(({ checked }) => checked)
const quantityInput = () => document.querySelector<HTMLInputElement>('input[data-quantity]')

/** Number of pointer and key events so far. */
let gestureCount = 0
/** Gesture in which a typed quantity was corrected; that gesture must not submit it unseen. */
let changedInGesture: number | undefined

/** Minimum quantity, and stock of the chosen specification; null = a service. */
function limitsOf(input: HTMLInputElement): { minOrder: number; stock: number | null } {
  const stock = chosenSpec()?.dataset['stock'] ?? input.dataset['stock'] ?? ''
  return { minOrder: Number(input.min), stock: stock === '' ? null : Number(stock) }
}

/** Parses a typed number, full-width digits included; NaN if it is none. */
const typedNumber = (input: HTMLInputElement) => Number(input.value.normalize('NFKC').trim() || 'none')

/** Sets a quantity within the limits; explains a correction beside the field. */
function setQuantity(typed: number): void {
  const input = quantityInput()
  if (input === null) return
  const limits = limitsOf(input)
  const min = limits.minOrder
  const quantity = clampQuantity(Number.isInteger(typed) ? typed : min, limits) ?? min
  const max = clampQuantity(Infinity, limits) ?? min
  input.value = String(quantity)
  const note = quantityNote(typed, limits, input.dataset['unit'] ?? '')
  if (note !== '') changedInGesture = gestureCount
  for (const step of document.querySelectorAll<HTMLButtonElement>('button[data-step]')) {
    step.disabled = step.dataset['step'] === '-1' ? quantity <= min : quantity >= max
  }
  const line = document.querySelector('[data-quantity-note]')
  if (line !== null) line.textContent = note
}

/** A cart request with the chosen specification and quantity; undefined, with a toast, if one is missing. */
function requestWithChoices(request: CartRequest): CartRequest | undefined {
  const input = quantityInput()
  const spec = chosenSpec()
  if (specInputs().length > 0 && spec === undefined) {
    specInputs()[0]?.focus()
    showToast('请先选择规格')
    return undefined
  }
  if (input !== null && document.activeElement === input) setQuantity(typedNumber(input))
  if (changedInGesture === gestureCount) {
    showToast(document.querySelector('[data-quantity-note]')?.textContent ?? '')
    return undefined
  }
  return {
    ...request,
    specId: spec === undefined ? request.specId : Number(spec.value),
    quantity: input === null ? request.quantity : Number(input.value),
  }
}

/** Binds specification and quantity of a detail page. */
function startPurchase(): void {
  const input = quantityInput()
  if (input === null) return
  for (const event of ['pointerdown', 'keydown'])
    document.addEventListener(event, () => (gestureCount += 1), { capture: true })
  setQuantity(typedNumber(input))
  changedInGesture = undefined
  input.addEventListener('change', () => setQuantity(typedNumber(input)))
  for (const spec of specInputs()) spec.addEventListener('change', () => setQuantity(typedNumber(input)))
  for (const step of document.querySelectorAll<HTMLButtonElement>('button[data-step]')) {
    step.addEventListener('click', () => setQuantity(typedNumber(input) + Number(step.dataset['step'])))
  }
}

/** Loaded on demand, since it brings the API client. */
const cartStore = () => import('../../stores/orders/cart/add-to-cart.ts')

/** Adds to the cart and shows a toast; listings with several specifications lead to their page. */
async function addToCart(request: CartRequest, button?: HTMLElement): Promise<void> {
  button?.setAttribute('aria-busy', 'true')
  const { addToCart } = await cartStore()
  const joined = await addToCart(request)
  button?.removeAttribute('aria-busy')
  if (joined.at === 'quiet') return
  if (joined.at === 'joined') {
    const next = toastLink('查看搭配', links.addedToCart(serializeCartRequest(request)))
    return showToast(joined.say, 'good', [toastLink(`去购物车（${joined.count}）`, links.cart()), next])
  }
  if (joined.at === 'choose') {
    const page = button?.closest('article')?.querySelector('a')
    if (page) return location.assign(page.href)
    return showToast('请先选择规格')
  }
  showToast(
    joined.say,
    'warn',
    joined.certify ? [toastLink('企业认证', links.buyerAccount({ tab: 'certification' }))] : [],
  )
}

/** A link inside a toast. */
function toastLink(label: string, href: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = href
  link.textContent = label
  link.className = 'pointer-events-auto ml-3 font-medium text-accent underline'
  return link
}

/** The cart request of a button, on a detail page with the chosen values; undefined if they are incomplete. */
const requestAt = (button: HTMLElement): CartRequest | undefined => {
  const request = parseCartRequest(button.dataset['join'] ?? button.dataset['buy'] ?? '')
  return request === undefined || button.dataset['chosen'] === undefined ? request : requestWithChoices(request)
}

async function requestLogin(request: CartRequest): Promise<void> {
  const { saveCartRequest } = await cartStore()
  saveCartRequest(request)
  promptLogin(() => void addPersistedRequest())
}

/** Adds the request persisted before the login, once: after the dialog, or on the page after the login. */
async function addPersistedRequest(): Promise<void> {
  if (!isPersisted('tab', cartRequestKey)) return
  const { takeCartRequest } = await cartStore()
  const request = takeCartRequest()
  if (request !== undefined) await addToCart(request)
}

function onClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-join], [data-buy]') : null
  if (button === null || button.getAttribute('aria-busy') === 'true') return
  const request = requestAt(button)
  if (request === undefined) return
  event.preventDefault()
  const isSignedOut = session.get().at === 'out'
  if (button.dataset['buy'] === undefined)
    return void (isSignedOut ? requestLogin(request) : addToCart(request, button))
  const page = links.confirmOrder(serializeCartRequest(request))
  if (isSignedOut) promptLogin(undefined, page)
  else location.assign(page)
}

/** 加入购物车 and 立即购买 on pages that are the same for everyone: `data-join`, `data-buy`. */
export function startCartButtons(): void {
  startPurchase()
  document.addEventListener('click', onClick)
  repeatEarlyClicks('[data-join], [data-buy]')
  // Cancelling the dialog clears the request; going to the login page keeps it.
  loginPrompt.listen((question) => {
    if (question.at === 'nothing' && session.get().at === 'out') clearPersisted('tab', cartRequestKey)
  })
  if (session.get().at === 'in') void addPersistedRequest()
}
