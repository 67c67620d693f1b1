import { quantityNote, quantityWithin } from '../../domain/orders/cart-items.ts'
import type { Wish } from '../../domain/orders/wish.ts'
import { say } from './say.ts'

const specs = () => document.querySelectorAll<HTMLInputElement>('input[data-spec]')
const chosenSpec = () => [...specs()].find(({ checked }) => checked)
const field = () => document.querySelector<HTMLInputElement>('input[data-quantity]')

/** Presses and keys on this page so far. */
let gesture = 0
/** The gesture in which a typed quantity was changed, so that it goes nowhere before its person has seen that. */
let changedIn: number | undefined

/** The least that is sold, and what there is of the chosen specification; null = a service. */
function limitsOf(input: HTMLInputElement): { minOrder: number; stock: number | null } {
  const stock = chosenSpec()?.dataset['stock'] ?? input.dataset['stock'] ?? ''
  return { minOrder: Number(input.min), stock: stock === '' ? null : Number(stock) }
}

/** Figures as typed, also full-width ones; NaN for what is no number. */
const numberIn = (input: HTMLInputElement) => Number(input.value.normalize('NFKC').trim() || 'none')

/** Writes a quantity within the limits, and says at the field where one was not and what it is now. */
function write(typed: number): void {
  const input = field()
  if (input === null) return
  const limits = limitsOf(input)
  const least = limits.minOrder
  const kept = quantityWithin(Number.isInteger(typed) ? typed : least, limits) ?? least
  const most = quantityWithin(Infinity, limits) ?? least
  input.value = String(kept)
  const note = quantityNote(typed, limits, input.dataset['unit'] ?? '')
  if (note !== '') changedIn = gesture
  for (const step of document.querySelectorAll<HTMLButtonElement>('button[data-step]')) {
    step.disabled = step.dataset['step'] === '-1' ? kept <= least : kept >= most
  }
  const line = document.querySelector('[data-quantity-note]')
  if (line !== null) line.textContent = note
}

/** A wish with the specification and the quantity of this page; undefined, and said, where one is still to be chosen. */
export function wishedHere(wish: Wish): Wish | undefined {
  const input = field()
  const spec = chosenSpec()
  if (specs().length > 0 && spec === undefined) {
    specs()[0]?.focus()
    say('请先选择规格')
    return undefined
  }
  if (input !== null && document.activeElement === input) write(numberIn(input))
  if (changedIn === gesture) {
    say(document.querySelector('[data-quantity-note]')?.textContent ?? '')
    return undefined
  }
  return {
    ...wish,
    specId: spec === undefined ? wish.specId : Number(spec.value),
    quantity: input === null ? wish.quantity : Number(input.value),
  }
}

/** The choice of a specification and the quantity of a detail page. */
export function startPurchase(): void {
  const input = field()
  if (input === null) return
  for (const event of ['pointerdown', 'keydown'])
    document.addEventListener(event, () => (gesture += 1), { capture: true })
  write(numberIn(input))
  changedIn = undefined
  input.addEventListener('change', () => write(numberIn(input)))
  for (const spec of specs()) spec.addEventListener('change', () => write(numberIn(input)))
  for (const step of document.querySelectorAll<HTMLButtonElement>('button[data-step]')) {
    step.addEventListener('click', () => write(numberIn(input) + Number(step.dataset['step'])))
  }
}
