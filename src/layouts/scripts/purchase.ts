import type { Wish } from '../../domain/orders/wish.ts'
import { say } from './say.ts'

const specs = () => document.querySelectorAll<HTMLInputElement>('input[data-spec]')
const chosenSpec = () => [...specs()].find(({ checked }) => checked)
const field = () => document.querySelector<HTMLInputElement>('input[data-quantity]')

/** Between the least that is sold and what there is of the chosen specification. */
function limits(): { least: number; most: number } {
  const input = field()
  const stock = Number(chosenSpec()?.dataset['stock'] ?? input?.max ?? 1)
  return { least: Number(input?.min ?? 1), most: Math.min(stock, 999_999) }
}

/** Writes a quantity within the limits, and says where one was not. */
function write(typed: number): void {
  const input = field()
  if (input === null) return
  const { least, most } = limits()
  const kept = Math.max(least, Math.min(most, Number.isInteger(typed) ? typed : least))
  input.value = String(kept)
  for (const step of document.querySelectorAll<HTMLButtonElement>('button[data-step]')) {
    step.disabled = step.dataset['step'] === '-1' ? kept <= least : kept >= most
  }
  const line = document.querySelector('[data-quantity-note]')
  if (line !== null) line.textContent = typed > most ? `最多可买 ${most}` : typed < least ? `起订量为 ${least}` : ''
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
  if (input !== null) write(Number(input.value))
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
  write(Number(input.value))
  input.addEventListener('change', () => write(Number(input.value)))
  for (const spec of specs()) spec.addEventListener('change', () => write(Number(input.value)))
  for (const step of document.querySelectorAll<HTMLButtonElement>('button[data-step]')) {
    step.addEventListener('click', () => write(Number(input.value) + Number(step.dataset['step'])))
  }
}
