import { z } from 'zod'
import { fieldMessage } from '../../contract/field-messages.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { offersCalls, type OfferTerms } from '../../contract/demands/offers.ts'
import { milestonesEven, offerTotal, splitByMilestones } from '../../domain/demands/offer-terms.ts'
import { fenOf, typedYuan } from '../../domain/money-input.ts'
import { dateInput, daysAfter, instantOf } from '../../domain/time-input.ts'

const itemValues = z.object({ name: z.string(), unit: z.string(), quantity: z.string(), unitPrice: z.string() })
const milestoneValues = z.object({ name: z.string(), percent: z.string(), dueDays: z.string() })

/** What stands in the form, as typed. */
export const offerValues = z.object({
  items: z.array(itemValues),
  milestones: z.array(milestoneValues),
  durationDays: z.string(),
  /** Last day on which the offer can be accepted. */
  validDate: z.string(),
  note: z.string(),
})
export type OfferValues = z.output<typeof offerValues>
export type ItemValues = z.output<typeof itemValues>
export type MilestoneValues = z.output<typeof milestoneValues>

export const emptyItem: ItemValues = { name: '', unit: '项', quantity: '1', unitPrice: '' }
export const emptyMilestone: MilestoneValues = { name: '', percent: '', dueDays: '' }

const later = (a: string, b: string) => (Date.parse(a) > Date.parse(b) ? a : b)

/** A usual offer to start from: three payments, valid for 30 days and until two weeks after the deadline at least. */
export const emptyOffer = (now: string, deadline: string): OfferValues => ({
  items: [emptyItem],
  milestones: [
    { name: '合同签订', percent: '30', dueDays: '0' },
    { name: '中期交付', percent: '50', dueDays: '' },
    { name: '终稿交付', percent: '20', dueDays: '' },
  ],
  durationDays: '',
  validDate: dateInput(later(daysAfter(now, 30), daysAfter(deadline, 14))),
  note: '',
})

/** Terms as the form shows them for changing. */
export const valuesOfTerms = (terms: OfferTerms): OfferValues => ({
  items: terms.items.map(({ name, unit, quantity, unitPrice }) => ({
    name,
    unit,
    quantity: String(quantity),
    unitPrice: typedYuan(unitPrice),
  })),
  milestones: terms.milestones.map(({ name, percent, dueDays }) => ({
    name,
    percent: String(percent),
    dueDays: String(dueDays),
  })),
  durationDays: String(terms.durationDays),
  validDate: dateInput(terms.validUntil),
  note: terms.note,
})

const whole = (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed.trim()) : Number.NaN)
/** What is not a number yet counts as nothing in the live sums. */
const wholeOr0 = (typed: string) => whole(typed) || 0

export interface OfferSums {
  /** fen, one an item */
  readonly amounts: readonly number[]
  /** fen */
  readonly total: number
  readonly percent: number
  /** fen, one a milestone */
  readonly parts: readonly number[]
}

/** The sums below the tables, while one types. */
export function sumsOf(values: OfferValues): OfferSums {
  const items = values.items.map(({ name, unit, quantity, unitPrice }) => ({
    name,
    unit,
    quantity: wholeOr0(quantity),
    unitPrice: fenOf(unitPrice) ?? 0,
  }))
  const total = offerTotal(items)
  const milestones = values.milestones.map(({ name, percent }) => ({ name, percent: wholeOr0(percent), dueDays: 0 }))
  const percent = milestones.reduce((sum, milestone) => sum + milestone.percent, 0)
  // Only whole plans are split to the last fen; half-typed ones show each part by itself.
  const parts = milestonesEven(milestones)
    ? splitByMilestones(total, milestones)
    : milestones.map((milestone) => Math.floor((total * milestone.percent) / 100))
  return { amounts: items.map((item) => offerTotal([item])), total, percent, parts }
}

const fieldNames: Readonly<Record<string, string>> = { validUntil: 'validDate' }
/** Faults of the call by the names of the form. */
export const faultsInOffer = (faults: readonly FieldFault[]): readonly FieldFault[] =>
  faults.map(({ field, message }) => ({ field: fieldNames[field] ?? field, message }))

/** The terms, or what is wrong by the same rules as the server's. A draft's payments need not add up yet. */
export function termsOf(
  values: OfferValues,
  submit: boolean,
): { readonly ok: true; readonly terms: OfferTerms } | { readonly ok: false; readonly faults: readonly FieldFault[] } {
  const validUntil = instantOf(values.validDate, '23:59')
  const own: FieldFault[] = validUntil === null ? [{ field: 'validDate', message: '请选择日期' }] : []
  const number = (field: string, typed: string) => {
    if (Number.isNaN(whole(typed))) own.push({ field, message: typed.trim() === '' ? '请填写' : '请填写整数' })
  }
  values.items.forEach(({ unitPrice, quantity }, at) => {
    number(`items.${at}.quantity`, quantity)
    if (fenOf(unitPrice) === null)
      own.push({
        field: `items.${at}.unitPrice`,
        message: unitPrice.trim() === '' ? '请填写' : '请填写金额，最多两位小数',
      })
  })
  values.milestones.forEach(({ percent, dueDays }, at) => {
    number(`milestones.${at}.percent`, percent)
    number(`milestones.${at}.dueDays`, dueDays)
  })
  number('durationDays', values.durationDays)
  const input = {
    demandId: 1,
    submit,
    items: values.items.map((item) => ({
      ...item,
      quantity: whole(item.quantity),
      unitPrice: fenOf(item.unitPrice) ?? 1,
    })),
    milestones: values.milestones.map((one) => ({
      name: one.name,
      percent: whole(one.percent),
      dueDays: whole(one.dueDays),
    })),
    durationDays: whole(values.durationDays),
    validUntil: validUntil ?? new Date(0).toISOString(),
    note: values.note,
  }
  const read = offersCalls.offerSave.input.safeParse(input, { error: fieldMessage })
  const named = read.success
    ? []
    : faultsInOffer(read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  const { percent } = sumsOf(values)
  if (submit && percent !== 100 && named.every(({ field }) => !field.startsWith('milestones')))
    own.push({ field: 'milestones', message: `比例合计 ${percent}%，须为 100%` })
  const faults = [...own, ...named.filter(({ field }) => !own.some((fault) => fault.field === field))]
  return read.success && faults.length === 0 ? { ok: true, terms: read.data } : { ok: false, faults }
}
