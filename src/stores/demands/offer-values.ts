import { z } from 'zod'
import type { OfferVersion } from '../../contract/demands/offer-view.ts'
import { offerTotal, splitByMilestones, milestonesEven, unfilled } from '../../domain/demands/offer-terms.ts'
import { fenOf, typedYuan } from '../../domain/money-input.ts'
import { dateInput, daysAfter } from '../../domain/time-input.ts'
import { wholeOf } from '../../domain/half-width.ts'

const itemValues = z.object({ name: z.string(), unit: z.string(), quantity: z.string(), unitPrice: z.string() })
const milestoneValues = z.object({ name: z.string(), percent: z.string(), dueDays: z.string() })
const fileValues = z.object({ fileId: z.string(), name: z.string(), size: z.number(), url: z.string() })

/** What stands in the form, as typed. */
export const offerValues = z.object({
  items: z.array(itemValues),
  milestones: z.array(milestoneValues),
  durationDays: z.string(),
  /** Last day on which the offer can be accepted. */
  validDate: z.string(),
  note: z.string(),
  /** Answers by the keys of their questions. */
  answers: z.record(z.string(), z.string()).default({}),
  files: z.array(fileValues).default([]),
  sealed: z.boolean().default(false),
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
  answers: {},
  files: [],
  sealed: false,
})

/** Days of validity to choose from, counted from the demand's deadline. */
export const validityDays = [30, 60, 90] as const
export const validDateAfter = (deadline: string, days: number): string => dateInput(daysAfter(deadline, days))

const typedNumber = (value: number, gap: number) => (value === gap ? '' : String(value))

/** A version or a draft as the form shows it for changing; gaps are empty. */
export const valuesOfVersion = (version: OfferVersion): OfferValues => ({
  items: version.items.map(({ name, unit, quantity, unitPrice }) => ({
    ...{ name, unit },
    quantity: typedNumber(quantity, unfilled.number),
    unitPrice: unitPrice === unfilled.number ? '' : typedYuan(unitPrice),
  })),
  milestones: version.milestones.map(({ name, percent, dueDays }) => ({
    name,
    percent: typedNumber(percent, unfilled.number),
    dueDays: typedNumber(dueDays, unfilled.dueDays),
  })),
  durationDays: typedNumber(version.durationDays, unfilled.number),
  validDate: version.validUntil === unfilled.moment ? '' : dateInput(version.validUntil),
  note: version.note,
  answers: Object.fromEntries(version.answers.map(({ key, value }) => [key, value])),
  files: version.files.map(({ fileId, name, size, url }) => ({ fileId, name, size, url })),
  sealed: version.sealed,
})

export interface OfferSums {
  /** fen, one an item */
  readonly amounts: readonly number[]
  /** fen */
  readonly total: number
  readonly percent: number
  /** fen, one a milestone */
  readonly parts: readonly number[]
}

/** The sums below the tables, while one types: what is not a number yet counts as nothing. */
export function sumsOf(values: OfferValues): OfferSums {
  const items = values.items.map(({ name, unit, quantity, unitPrice }) => ({
    ...{ name, unit },
    quantity: wholeOf(quantity) ?? 0,
    unitPrice: fenOf(unitPrice) ?? 0,
  }))
  const total = offerTotal(items)
  const milestones = values.milestones.map(({ name, percent }) => ({
    name,
    percent: wholeOf(percent) ?? 0,
    dueDays: 0,
  }))
  const percent = milestones.reduce((sum, milestone) => sum + milestone.percent, 0)
  // Only whole plans are split to the last fen; half-typed ones show each part by itself.
  const parts = milestonesEven(milestones)
    ? splitByMilestones(total, milestones)
    : milestones.map((milestone) => Math.floor((total * milestone.percent) / 100))
  return { amounts: items.map((item) => offerTotal([item])), total, percent, parts }
}
