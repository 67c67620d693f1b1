import { answerFault, answersFor } from './answers.ts'
import { validUntilFault } from './demand-rules.ts'
import {
  milestonesEven,
  offerTotal,
  offerTotalMax,
  unfilled,
  type Milestone,
  type Offered,
  type OfferItem,
} from './offer-terms.ts'
import type { DemandQuestion } from './questions.ts'

/** What is wrong with one field; `field` is its path, of answers `answers.<key>`. */
export interface OfferFault {
  readonly field: string
  readonly message: string
}

/** What an offer is measured by. */
export interface OfferMeasure {
  readonly questions: readonly DemandQuestion[]
  readonly deadline: Date
  readonly now: Date
}

const mostItems = 50
const mostMilestones = 12

/** Everything that keeps an offer from being submitted: one list for the browser and the server, in the form's order. */
export function offerFaults(terms: Offered, { questions, deadline, now }: OfferMeasure): OfferFault[] {
  const uneven = unevenFault(terms.milestones)
  return [
    ...terms.items.flatMap(itemFaults),
    ...lengthFaults('items', terms.items.length, mostItems, '报价明细'),
    ...named('items', offerTotal(terms.items) > offerTotalMax ? '报价总额过大' : null),
    ...terms.milestones.flatMap(milestoneFaults),
    ...lengthFaults('milestones', terms.milestones.length, mostMilestones, '付款节点'),
    ...(uneven === null ? [] : [uneven]),
    ...named('durationDays', wholeFault(terms.durationDays, 1, 3650)),
    ...named('validUntil', untilFault(terms.validUntil, deadline, now)),
    ...named('note', terms.note.length > 2000 ? '最多 2000 个字' : null),
    ...answerFaults(terms, questions),
  ]
}

/** That the payments do not add up, told only once each of them is a payment. */
export function unevenFault(milestones: readonly Milestone[]): OfferFault | null {
  if (milestones.length === 0 || milestones.some(({ percent }) => percent === unfilled.number)) return null
  if (milestonesEven(milestones)) return null
  const percent = milestones.reduce((sum, milestone) => sum + milestone.percent, 0)
  return { field: 'milestones', message: `比例合计 ${percent}%，须为 100%` }
}

const named = (field: string, message: string | null): OfferFault[] => (message === null ? [] : [{ field, message }])

const textFault = (text: string, most: number) =>
  text.trim() === '' ? '请填写' : text.length > most ? `最多 ${most} 个字` : null

function wholeFault(value: number, least: number, most: number): string | null {
  if (value < least) return '请填写'
  return value > most ? `不能大于 ${most}` : null
}

const lengthFaults = (field: string, length: number, most: number, what: string) =>
  named(field, length === 0 ? `请至少填写一行${what}` : length > most ? `最多 ${most} 行` : null)

const itemFaults = (item: OfferItem, at: number): OfferFault[] => [
  ...named(`items.${at}.name`, textFault(item.name, 60)),
  ...named(`items.${at}.unit`, textFault(item.unit, 8)),
  ...named(`items.${at}.quantity`, wholeFault(item.quantity, 1, 1_000_000)),
  ...named(
    `items.${at}.unitPrice`,
    item.unitPrice > 100_000_000_000 ? '单价最多 10 亿元' : wholeFault(item.unitPrice, 1, Infinity),
  ),
]

const milestoneFaults = (milestone: Milestone, at: number): OfferFault[] => [
  ...named(`milestones.${at}.name`, textFault(milestone.name, 30)),
  ...named(`milestones.${at}.percent`, wholeFault(milestone.percent, 1, 100)),
  ...named(`milestones.${at}.dueDays`, wholeFault(milestone.dueDays, 0, 3650)),
]

const untilFault = (validUntil: string, deadline: Date, now: Date) =>
  validUntil === unfilled.moment ? '请选择日期' : validUntilFault(new Date(validUntil), deadline, now)

function answerFaults({ answers }: Offered, questions: readonly DemandQuestion[]): OfferFault[] {
  const given = new Map(answersFor(questions, answers).map(({ key, value }) => [key, value]))
  return questions.flatMap((question) =>
    named(`answers.${question.key}`, answerFault(question, given.get(question.key) ?? '')),
  )
}
