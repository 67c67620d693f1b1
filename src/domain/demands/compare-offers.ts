import { yuan } from '../money.ts'
import { formatScore } from '../orders/reviews.ts'
import {
  emptyTradeRecord,
  recordStatistics,
  insufficientDataLabel,
  type TradeRecord,
} from '../orders/supplier-record.ts'
import { taxRateText } from '../orders/tax-rates.ts'
import { date } from '../time.ts'
import {
  answerText,
  itemText,
  paymentPlan,
  textCells,
  paymentParts,
  stagesText,
  type CompareCell,
  type ComparedDemand,
  type ComparedOffer,
  type CompareGroup,
  type CompareRow,
} from './compare-cells.ts'
import { matchText } from './required-qualifications.ts'

const unique = (values: readonly string[]) => [...new Set(values)]
const minOf = (values: readonly number[]) => Math.min(...values)

/**
 * Comparison table: grouped rows with one cell per offer, in the given order. 最低 and 最快 are computed over the
 * comparable offers of `ranked`, which may contain more offers than are shown, and need at least two of them.
 */
export function compareOffers(
  offers: readonly ComparedOffer[],
  demand: ComparedDemand,
  ranked: readonly ComparedOffer[] = offers,
): CompareGroup[] {
  const row = (key: string, label: string, cell: (offer: ComparedOffer) => CompareCell): CompareRow => ({
    key,
    label,
    cells: offers.map(cell),
  })
  const texts = (key: string, label: string, text: (offer: ComparedOffer) => string): CompareRow => ({
    key,
    label,
    cells: textCells(offers.map(text)),
  })
  const items = unique(offers.flatMap(({ current }) => current.items.map((item) => item.name))).map((name) =>
    texts(`item ${name}`, name, ({ current }) =>
      itemText(
        current.items.find((item) => item.name === name),
        yuan,
      ),
    ),
  )
  const answers = demand.questions.map((question) =>
    texts(`answer ${question.key}`, question.label, ({ current }) => answerText(question, current.answers)),
  )
  return [
    { key: 'price', label: '报价', rows: priceRows(offers, comparableOffers(ranked), demand.demandBudget, row) },
    { key: 'time', label: '周期', rows: [daysRow(comparableOffers(ranked), row)] },
    { key: 'items', label: '报价明细', rows: items },
    { key: 'answers', label: '对需求的回答', rows: answers },
    { key: 'standing', label: '资质与履约', rows: supplierRows(offers, row) },
    {
      key: 'note',
      label: '方案与往来',
      rows: [
        row('note', '方案说明', ({ current }) => ({ is: 'text', text: current.note || '--' })),
        row('files', '附件', ({ current }) => ({ is: 'files', files: current.files })),
        row('talk', '最近问答', ({ lastMessage }) => ({ is: 'moment', at: lastMessage?.at ?? null })),
      ],
    },
  ].filter((group) => group.rows.length > 0)
}

const hasTaxRate = ({ taxRate }: ComparedOffer['current']) => taxRate !== null && taxRate !== undefined

type MakeRow = (key: string, label: string, cell: (offer: ComparedOffer) => CompareCell) => CompareRow

/** Rejected, withdrawn and expired offers do not count for 最低 and 最快. */
const comparableOffers = (offers: readonly ComparedOffer[]) =>
  offers.filter(({ status }) => status === 'submitted' || status === 'accepted' || status === 'lost')

function priceRows(
  offers: readonly ComparedOffer[],
  ranked: readonly ComparedOffer[],
  budget: number | null,
  row: MakeRow,
): CompareRow[] {
  const lowest = minOf(ranked.map(({ current }) => current.total))
  const furthest = Math.max(1, ...offers.map(({ current }) => Math.abs(current.total - (budget ?? current.total))))
  const diff = ({ current }: ComparedOffer) => current.total - (budget ?? current.total)
  return [
    row('total', '总价', (offer) => ({
      is: 'total',
      fen: offer.current.total,
      lowest: ranked.length > 1 && ranked.includes(offer) && offer.current.total === lowest,
    })),
    ...(budget === null
      ? []
      : [row('budget', '与预算相比', (one) => ({ is: 'budget', diff: diff(one), share: diff(one) / furthest }))]),
    ...['首付款', '里程碑款', '尾款'].map((label, index) =>
      row(`part${index}`, label, (offer) => paymentParts(offer)[index] ?? { is: 'part', fen: 0, percent: 0 }),
    ),
    row('plan', '付款计划', (offer) => ({ is: 'plan', parts: paymentPlan(offer) })),
    row('stages', '分阶段验收', ({ current }) => ({ is: 'text', text: stagesText(current.milestones) })),
    ...(offers.some(({ current }) => hasTaxRate(current))
      ? [row('tax', '税率', ({ current }) => ({ is: 'text', text: taxRateText(current.taxRate ?? null) }))]
      : []),
    row('valid', '报价有效期', ({ current }) => ({ is: 'valid', until: current.validUntil })),
  ]
}

function daysRow(ranked: readonly ComparedOffer[], row: MakeRow): CompareRow {
  const fastest = minOf(ranked.map(({ current }) => current.durationDays))
  return row('days', '总周期', (offer) => ({
    is: 'days',
    days: offer.current.durationDays,
    milestones: offer.current.milestones,
    fastest: ranked.length > 1 && ranked.includes(offer) && offer.current.durationDays === fastest,
  }))
}

const tradeText = (trade: TradeRecord, key: string): string =>
  recordStatistics(trade).find((figure) => figure.key === key)?.value ?? insufficientDataLabel
const reviewText = ({ reviews, mean }: TradeRecord): string =>
  mean === null ? '暂无评价' : `${formatScore(mean)} 分（${reviews} 条）`

/** What the demand requires in qualifications: met, or what is missing. */
const requiredRows = ([first]: readonly ComparedOffer[], row: MakeRow): CompareRow[] =>
  (first?.required ?? []).map(({ label, asked }, place) =>
    row(`required ${place}`, `需求要求：${label === '供应商资质' ? '' : `${label} `}${asked}`, ({ required }) => {
      const match = required[place]
      return { is: 'text', text: match === undefined ? '--' : matchText(match) }
    }),
  )

/** Certification, tags, certificates, track record and district of the suppliers. */
const supplierRows = (offers: readonly ComparedOffer[], row: MakeRow): CompareRow[] => [
  ...requiredRows(offers, row),
  row('certified', '企业认证', ({ certified }) => ({ is: 'has', has: certified })),
  ...unique(offers.flatMap(({ tags }) => tags)).map((tag) =>
    row(`tag ${tag}`, tag, ({ tags }) => ({ is: 'has', has: tags.includes(tag) })),
  ),
  row('certificates', '有效证书', ({ record }) => ({ is: 'text', text: record.certificates.join('、') || '--' })),
  ...recordStatistics(emptyTradeRecord).map(({ key, label }) =>
    row(`trade ${key}`, label, ({ record }) => ({ is: 'text', text: tradeText(record.trade, key) })),
  ),
  row('reviews', '买家评价', ({ record }) => ({ is: 'text', text: reviewText(record.trade) })),
  row('won', '平台中标', ({ record }) => ({ is: 'text', text: `报价 ${record.offers} 次，中标 ${record.won} 次` })),
  row('since', '入驻平台', ({ record }) => ({ is: 'text', text: date(record.since) })),
  row('district', '所在地区', ({ districtName }) => ({ is: 'text', text: districtName || '--' })),
]

const cellText = (cell: CompareCell): string => {
  switch (cell.is) {
    case 'total':
    case 'part':
      return String(cell.fen)
    case 'budget':
      return String(cell.diff)
    case 'days':
      return String(cell.days)
    case 'files':
      return cell.files.map(({ name }) => name).join('\n')
    case 'text':
      return cell.text
    default:
      return JSON.stringify(cell)
  }
}

/** Only rows whose cells differ; a single offer keeps all rows. */
export const rowsThatDiffer = (groups: readonly CompareGroup[]): CompareGroup[] =>
  groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(({ cells }) => cells.length < 2 || new Set(cells.map(cellText)).size > 1),
    }))
    .filter((group) => group.rows.length > 0)

export type OfferOrder = 'price' | 'duration' | 'time' | 'rank'

/** Sorts offers by `by`: the pinned offer first, then offers that can still be awarded; unranked ones last. */
export function sortOffers<O extends ComparedOffer>(
  offers: readonly O[],
  by: OfferOrder,
  pinned: number | null = null,
  ranks: ReadonlyMap<number, number> = new Map(),
): O[] {
  const key = (offer: O): number => {
    switch (by) {
      case 'price':
        return offer.current.total
      case 'duration':
        return offer.current.durationDays
      case 'time':
        return Date.parse(offer.submittedAt ?? '')
      case 'rank':
        return ranks.get(offer.offerId) ?? Number.MAX_SAFE_INTEGER
    }
  }
  const place = ({ offerId, status }: O) =>
    offerId === pinned ? 0 : status === 'submitted' || status === 'accepted' ? 1 : 2
  return offers.toSorted((a, b) => place(a) - place(b) || key(a) - key(b) || a.offerId - b.offerId)
}

/** Drops ended offers for which the same supplier has a newer offer. */
export const withoutSupersededOffers = <O extends ComparedOffer>(offers: readonly O[]): O[] =>
  offers.filter(
    (offer) =>
      offer.status === 'submitted' ||
      offer.status === 'accepted' ||
      !offers.some((other) => other.orgId === offer.orgId && other.offerId > offer.offerId),
  )
