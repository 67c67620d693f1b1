import { z } from 'zod'
import type { OfferVersion } from '../../../contract/demands/offer-view.ts'
import { offerTotal, splitByMilestones, milestonesAddUp, unfilled } from '../../../domain/demands/offer-terms.ts'
import { parseFen, formatYuanInput } from '../../../domain/money-input.ts'
import { dateInput, daysAfter } from '../../../domain/time-input.ts'
import { parseWholeNumber } from '../../../domain/half-width.ts'

const itemValues = z.object({ name: z.string(), unit: z.string(), quantity: z.string(), unitPrice: z.string() })
const milestoneValues = z.object({
  name: z.string(),
  percent: z.string(),
  dueDays: z.string(),
  deliverables: z.string().default(''),
})
const fileValues = z.object({ fileId: z.string(), name: z.string(), size: z.number(), url: z.string() })

/** Form values as typed. */
export const offerValues = z.object({
  items: z.array(itemValues),
  milestones: z.array(milestoneValues),
  durationDays: z.string(),
  /** Last day on which the offer can be accepted. */
  validDate: z.string(),
  note: z.string(),
  /** Basis points as text; '' = not stated. */
  taxRate: z.string().default(''),
  /** Answers by question key. */
  answers: z.record(z.string(), z.string()).default({}),
  files: z.array(fileValues).default([]),
  sealed: z.boolean().default(false),
})
export type OfferValues = z.output<typeof offerValues>
export type ItemValues = z.output<typeof itemValues>
export type MilestoneValues = z.output<typeof milestoneValues>

export const emptyItem: ItemValues = { name: '', unit: '项', quantity: '1', unitPrice: '' }
export const emptyMilestone: MilestoneValues = { name: '', percent: '', dueDays: '', deliverables: '' }

const laterOf = (a: string, b: string) => (Date.parse(a) > Date.parse(b) ? a : b)

/** Default offer: three payments, valid for 30 days and at least two weeks after the deadline. */
export const emptyOffer = (now: string, deadline: string): OfferValues => ({
  items: [emptyItem],
  milestones: [
    { name: '合同签订', percent: '30', dueDays: '0', deliverables: '' },
    { name: '中期交付', percent: '50', dueDays: '', deliverables: '' },
    { name: '终稿交付', percent: '20', dueDays: '', deliverables: '' },
  ],
  durationDays: '',
  validDate: dateInput(laterOf(daysAfter(now, 30), daysAfter(deadline, 14))),
  note: '',
  taxRate: '',
  answers: {},
  files: [],
  sealed: false,
})

/** Choices of validity, in days from the demand's deadline. */
export const validityDays = [30, 60, 90] as const
export const validDateAfter = (deadline: string, days: number): string => dateInput(daysAfter(deadline, days))

const numberText = (value: number, gap: number) => (value === gap ? '' : String(value))

/** Form values of a version or draft; missing values are empty. */
export const offerValuesOfVersion = (version: OfferVersion): OfferValues => ({
  items: version.items.map(({ name, unit, quantity, unitPrice }) => ({
    name,
    unit,
    quantity: numberText(quantity, unfilled.number),
    unitPrice: unitPrice === unfilled.number ? '' : formatYuanInput(unitPrice),
  })),
  milestones: version.milestones.map(({ name, percent, dueDays, deliverables }) => ({
    name,
    percent: numberText(percent, unfilled.number),
    dueDays: numberText(dueDays, unfilled.dueDays),
    deliverables,
  })),
  durationDays: numberText(version.durationDays, unfilled.number),
  validDate: version.validUntil === unfilled.moment ? '' : dateInput(version.validUntil),
  note: version.note,
  taxRate: version.taxRate === null ? '' : String(version.taxRate),
  answers: Object.fromEntries(version.answers.map(({ key, value }) => [key, value])),
  files: version.files.map(({ fileId, name, size, url }) => ({ fileId, name, size, url })),
  sealed: version.sealed,
})

export interface OfferSums {
  /** fen, per item */
  readonly amounts: readonly number[]
  /** fen */
  readonly total: number
  readonly percent: number
  /** fen, per milestone */
  readonly parts: readonly number[]
}

/** Sums shown below the tables while typing; invalid numbers count as 0. */
export function offerSums(values: OfferValues): OfferSums {
  const items = values.items.map(({ name, unit, quantity, unitPrice }) => ({
    name,
    unit,
    quantity: parseWholeNumber(quantity) ?? 0,
    unitPrice: parseFen(unitPrice) ?? 0,
  }))
  const total = offerTotal(items)
  const milestones = values.milestones.map(({ name, percent }) => ({
    name,
    percent: parseWholeNumber(percent) ?? 0,
    dueDays: 0,
  }))
  const percent = milestones.reduce((sum, milestone) => sum + milestone.percent, 0)
  // Only complete plans are split to the last fen; partial ones compute each part separately.
  const parts = milestonesAddUp(milestones)
    ? splitByMilestones(total, milestones)
    : milestones.map((milestone) => Math.floor((total * milestone.percent) / 100))
  return { amounts: items.map((item) => offerTotal([item])), total, percent, parts }
}
