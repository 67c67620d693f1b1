import { yuan } from '../money.ts'
import type { OfferStatus } from './offer-states.ts'
import { splitByMilestones, type Milestone, type OfferItem } from './offer-terms.ts'

/** What of an offer is compared. */
export interface ComparedOffer {
  readonly offerId: number
  readonly status: OfferStatus
  readonly certified: boolean
  readonly districtName: string
  readonly tags: readonly string[]
  readonly submittedAt: string | null
  readonly current: {
    readonly version: number
    readonly total: number
    readonly items: readonly OfferItem[]
    readonly milestones: readonly Milestone[]
    readonly durationDays: number
    readonly validUntil: string
    readonly note: string
  }
}

export type CompareCell =
  | { readonly is: 'total'; readonly fen: number; readonly lowest: boolean }
  /** `share`: how far from the budget, -1 to 1, for the bar. */
  | { readonly is: 'budget'; readonly diff: number; readonly share: number }
  | { readonly is: 'part'; readonly fen: number; readonly percent: number }
  | { readonly is: 'valid'; readonly until: string }
  | { readonly is: 'days'; readonly days: number; readonly fastest: boolean; readonly marks: readonly Milestone[] }
  | { readonly is: 'text'; readonly text: string; readonly differs?: boolean }
  | { readonly is: 'has'; readonly has: boolean }

export interface CompareRow {
  readonly key: string
  readonly label: string
  readonly cells: readonly CompareCell[]
}
export interface CompareGroup {
  readonly key: string
  readonly label: string
  readonly rows: readonly CompareRow[]
}

/** First payment, all between, and the last one: offers have different numbers of milestones. */
function payments({ current }: ComparedOffer): readonly (CompareCell & { is: 'part' })[] {
  const amounts = splitByMilestones(current.total, current.milestones)
  const parts = [0, 0, 0].map(() => ({ is: 'part' as const, fen: 0, percent: 0 }))
  const last = current.milestones.length - 1
  current.milestones.forEach((milestone, index) => {
    const place = index === 0 ? 0 : index === last ? 2 : 1
    const before = parts[place]
    if (before === undefined) return
    parts[place] = { is: 'part', fen: before.fen + (amounts[index] ?? 0), percent: before.percent + milestone.percent }
  })
  return parts
}

const itemText = (item: OfferItem | undefined): CompareCell =>
  item === undefined
    ? { is: 'text', text: '未单列', differs: true }
    : { is: 'text', text: `¥${yuan(item.unitPrice)} × ${item.quantity.toLocaleString('en-US')} ${item.unit}` }

const unique = (values: readonly string[]) => [...new Set(values)]

/**
 * Offers side by side: rows in groups, one cell an offer, in the order given. 最低 and 最快 are told only where there
 * is something to compare with. `budget` in fen, null = 议价.
 */
export function compareOffers(offers: readonly ComparedOffer[], budget: number | null): CompareGroup[] {
  const several = offers.length > 1
  const least = (of: (offer: ComparedOffer) => number) => Math.min(...offers.map(of))
  const lowest = least((offer) => offer.current.total)
  const fastest = least((offer) => offer.current.durationDays)
  const furthest = Math.max(1, ...offers.map(({ current }) => Math.abs(current.total - (budget ?? current.total))))
  const row = (key: string, label: string, cell: (offer: ComparedOffer) => CompareCell): CompareRow => ({
    key,
    label,
    cells: offers.map(cell),
  })
  const part = (index: number, label: string) =>
    row(`part${index}`, label, (offer) => payments(offer)[index] ?? { is: 'part', fen: 0, percent: 0 })
  const price: CompareRow[] = [
    row('total', '总价', ({ current }) => ({
      is: 'total',
      fen: current.total,
      lowest: several && current.total === lowest,
    })),
    ...(budget === null
      ? []
      : [
          row('budget', '与预算相比', ({ current }) => ({
            is: 'budget',
            diff: current.total - budget,
            share: (current.total - budget) / furthest,
          })),
        ]),
    part(0, '首付款'),
    part(1, '里程碑款'),
    part(2, '尾款'),
    row('valid', '报价有效期', ({ current }) => ({ is: 'valid', until: current.validUntil })),
  ]
  const time = [
    row('days', '总周期', ({ current }) => ({
      is: 'days',
      days: current.durationDays,
      fastest: several && current.durationDays === fastest,
      marks: current.milestones,
    })),
  ]
  const items = unique(offers.flatMap(({ current }) => current.items.map((item) => item.name))).map((name) =>
    row(`item ${name}`, name, ({ current }) => itemText(current.items.find((item) => item.name === name))),
  )
  const standing = [
    row('certified', '企业认证', ({ certified }) => ({ is: 'has', has: certified })),
    ...unique(offers.flatMap(({ tags }) => tags)).map((tag) =>
      row(`tag ${tag}`, tag, ({ tags }) => ({ is: 'has', has: tags.includes(tag) })),
    ),
    row('district', '所在地区', ({ districtName }) => ({ is: 'text', text: districtName || '--' })),
  ]
  const note = [row('note', '方案说明', ({ current }) => ({ is: 'text', text: current.note || '--' }))]
  return [
    { key: 'price', label: '报价', rows: price },
    { key: 'time', label: '周期', rows: time },
    { key: 'items', label: '报价明细', rows: items },
    { key: 'standing', label: '资质', rows: standing },
    { key: 'note', label: '方案', rows: note },
  ].filter((group) => group.rows.length > 0)
}

const comparable = (cell: CompareCell): string => {
  if (cell.is === 'total' || cell.is === 'part') return String(cell.fen)
  if (cell.is === 'budget') return String(cell.diff)
  if (cell.is === 'days') return String(cell.days)
  return JSON.stringify(cell)
}

/** Only the rows in which the offers differ; one offer differs from nothing, so it keeps all. */
export const onlyDifferences = (groups: readonly CompareGroup[]): CompareGroup[] =>
  groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(({ cells }) => cells.length < 2 || new Set(cells.map(comparable)).size > 1),
    }))
    .filter((group) => group.rows.length > 0)

export type OfferOrder = 'price' | 'duration' | 'time'

/** Offers in the order asked for; those that can still be chosen come first. */
export function sortOffers<O extends ComparedOffer>(offers: readonly O[], by: OfferOrder): O[] {
  const key = (offer: O) =>
    by === 'price'
      ? offer.current.total
      : by === 'duration'
        ? offer.current.durationDays
        : Date.parse(offer.submittedAt ?? '')
  const open = (offer: O) => Number(offer.status !== 'submitted' && offer.status !== 'accepted')
  return offers.toSorted((a, b) => open(a) - open(b) || key(a) - key(b) || a.offerId - b.offerId)
}
