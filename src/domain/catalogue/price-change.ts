import type { ProductForm, ServiceForm } from './listing-form.ts'

/** Change of the prices of several listings at once. */

export const priceChangeModes = ['percent', 'amount'] as const
/** To what a changed price is rounded, half up: 0.01, 1 or 10 yuan. */
export const priceRoundings = ['fen', 'yuan', 'ten'] as const
type PriceRounding = (typeof priceRoundings)[number]

export interface PriceChange {
  readonly mode: (typeof priceChangeModes)[number]
  /** Hundredths of a percent, or fen; negative lowers the price. -100 % is -10,000. */
  readonly value: number
  readonly rounding: PriceRounding
}

const unitOf: Readonly<Record<PriceRounding, bigint>> = { fen: 1n, yuan: 100n, ten: 1_000n }
/** Highest price of a listing, in fen: 1,000 billion yuan. */
const maxPrice = 100_000_000_000_000n

/** A non-negative quotient, rounded half up. */
const rounded = (dividend: bigint, divisor: bigint): bigint => (dividend * 2n + divisor) / (divisor * 2n)

/** The changed price in fen; null if it would be below 0.01 yuan or above the highest price. */
export function changedPrice(price: number, { mode, value, rounding }: PriceChange): number | null {
  const exact = mode === 'percent' ? BigInt(price) * BigInt(10_000 + value) : (BigInt(price) + BigInt(value)) * 10_000n
  if (exact <= 0n) return null
  const unit = unitOf[rounding]
  const changed = rounded(exact, 10_000n * unit) * unit
  return changed < 1n || changed > maxPrice ? null : Number(changed)
}

/** A price of a listing before and after: of itself, or of one of its specifications. Fen. */
interface PriceStep {
  /** Name of the specification; '' = the listing itself. */
  readonly name: string
  readonly before: number
  /** Upper end of a range. */
  readonly beforeHigh: number | null
  /** null = not possible. */
  readonly after: number | null
  readonly afterHigh: number | null
}

/** Steps of all prices of a form; those without a price are left out. */
export function priceSteps(form: ServiceForm | ProductForm, change: PriceChange): PriceStep[] {
  if (form.priceType === 2) return []
  const step = (name: string, price: number | null, high: number | null): PriceStep[] =>
    price === null
      ? []
      : [
          {
            name,
            before: price,
            beforeHigh: high,
            after: changedPrice(price, change),
            afterHigh: high === null ? null : changedPrice(high, change),
          },
        ]
  if ('specs' in form) return form.specs.flatMap(({ name, price }) => step(name, price, null))
  return step('', form.price, form.priceType === 1 ? form.highPrice : null)
}

/** Why the steps of a change cannot be taken; null if they can. */
export function priceStepsError(
  form: ServiceForm | ProductForm,
  steps: readonly PriceStep[],
  { value }: PriceChange,
): string | null {
  // Rounding may raise a price that was to be lowered, and the other way round.
  const isReversed = (before: number | null, after: number | null) =>
    before !== null && after !== null && (value < 0 ? after > before : after < before)
  if (form.priceType === 2) return '价格为面议，没有可调整的价格'
  if (steps.length === 0) return '尚未填写价格'
  if (steps.some(({ after, beforeHigh, afterHigh }) => after === null || (beforeHigh !== null && afterHigh === null)))
    return '调整后低于 0.01 元或超过上限'
  if (steps.some((step) => isReversed(step.before, step.after) || isReversed(step.beforeHigh, step.afterHigh)))
    return '取整后与调整方向相反，请改用更小的取整单位'
  if (steps.some(({ after, afterHigh }) => after !== null && afterHigh !== null && afterHigh <= after))
    return '调整后最高价不高于最低价'
  const same = steps.every(({ before, beforeHigh, after, afterHigh }) => before === after && beforeHigh === afterHigh)
  return same ? '调整后价格不变' : null
}

/** A form with its prices changed. Only for forms without a `priceStepsError`. */
export function withChangedPrices<F extends ServiceForm | ProductForm>(form: F, change: PriceChange): F {
  const of = (price: number | null) => (price === null ? null : changedPrice(price, change))
  if ('specs' in form) return { ...form, specs: form.specs.map((spec) => ({ ...spec, price: of(spec.price) })) }
  return { ...form, price: of(form.price), highPrice: of(form.highPrice) }
}
