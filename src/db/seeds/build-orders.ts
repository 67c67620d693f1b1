import { splitByMilestones } from '../../domain/demands/offer-terms.ts'
import type { OrderAddress } from '../../domain/orders/order-documents.ts'
import type { OrderStatus } from '../../domain/orders/order-states.ts'
import type { PaymentStatus } from '../../domain/orders/payment-states.ts'
import { finalPaymentDays } from '../../domain/orders/deadlines.ts'
import type { orderLines, orderMilestones, orders, paymentLines } from '../tables/orders.ts'
import type { Accounts, Organisation } from './build-accounts.ts'
import type { Catalogue } from './build-catalogue.ts'
import type { Award, Demands } from './build-demands.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog, Step } from './changes.ts'
import { orderNotes, type OrderNote } from './data/orders.ts'
import { stagedAwards, type StagedPayment } from './data/demands.ts'
import { stageCourse, type StageCourse, type StageDelivery } from './build-milestones.ts'
import { itemAt, requireKey } from './random.ts'
import type { Side } from '../../domain/sides.ts'

export type OrderRow = typeof orders.$inferInsert & { id: number; total: number; status: OrderStatus }
export type LineRow = typeof orderLines.$inferInsert & { id: number; amount: number; orderId: number }
export type PaymentRow = typeof paymentLines.$inferInsert & {
  id: number
  amount: number
  percent: number
  orderId: number
}

type MilestoneRow = typeof orderMilestones.$inferInsert & { id: number; orderId: number }

export interface Orders {
  readonly orders: readonly OrderRow[]
  readonly lines: readonly LineRow[]
  readonly payments: readonly PaymentRow[]
  readonly milestones: readonly MilestoneRow[]
  /** Deliveries of milestones, oldest first. */
  readonly stageDeliveries: readonly StageDelivery[]
}

interface Draft {
  readonly source: 'cart' | 'service' | 'demand'
  readonly buyer: Organisation
  readonly seller: Organisation
  readonly title: string
  readonly status: OrderStatus
  readonly day: number
  readonly lines: readonly {
    readonly name: string
    readonly unit: string
    readonly quantity: number
    readonly unitPrice: number
    readonly kind?: 'service' | 'product'
    readonly listingId?: number
    readonly listingNo?: string
    readonly specId?: number
    readonly specName?: string
  }[]
  readonly payments: readonly {
    readonly name: string
    readonly percent: number
    readonly mark: string
    /** Of a stage: when it was accepted; null = not yet, so that its payment has no day. */
    readonly acceptedDay?: number | null
  }[]
  readonly award?: Award
  /** Schedule with stages, in the order of the payments. */
  readonly stages?: readonly StagedPayment[] | undefined
}

export function buildOrders(
  accounts: Accounts,
  catalogue: Catalogue,
  { awards }: Demands,
  days: Calendar,
  log: ChangeLog,
): Orders {
  const drafts = [
    ...orderNotes.map((note) => fromNote(note, accounts, catalogue)),
    ...awards.map((award) => fromAward(award, accounts)),
  ]
  const rows: Rows = { orders: [], lines: [], payments: [], milestones: [], stageDeliveries: [] }
  // Oldest first: ids and numbers increase with time, as lists sorted by id expect.
  for (const draft of drafts.toSorted((a, b) => a.day - b.day)) addOrder(draft, rows, accounts, days, log)
  return rows
}

interface Rows {
  readonly orders: OrderRow[]
  readonly lines: LineRow[]
  readonly payments: PaymentRow[]
  readonly milestones: MilestoneRow[]
  readonly stageDeliveries: StageDelivery[]
}

/** Unit where the catalogue names none. */
const goodsUnit = '件'

function fromNote(note: OrderNote, accounts: Accounts, catalogue: Catalogue): Draft {
  const services = new Map(catalogue.services.map((row) => [row.title, row]))
  const products = new Map(catalogue.products.map((row) => [row.title, row]))
  const found = note.lines.map((line) => ({
    line,
    service: services.get(line.title),
    product: products.get(line.title),
  }))
  const isGoods = found.every(({ product }) => product !== undefined)
  const companyId = itemAt(
    found.map(({ service, product }) => service?.companyId ?? product?.companyId),
    0,
  )
  const lines = found.map(({ line, service, product }) => {
    const spec = product === undefined ? undefined : catalogue.specs.find((each) => each.productId === product.id)
    const price = line.yuan === undefined ? (spec?.price ?? service?.price) : line.yuan * 100
    if (typeof price !== 'number') throw new Error(`No price of ${line.title}`)
    return {
      name: line.title,
      unit: isGoods ? goodsUnit : '项',
      quantity: line.quantity,
      unitPrice: price,
      ...(product !== undefined && { kind: 'product' as const, listingId: product.id, listingNo: product.productNo }),
      ...(service !== undefined && { kind: 'service' as const, listingId: service.id, listingNo: String(service.id) }),
      ...(spec !== undefined && { specId: spec.id, specName: spec.name }),
    }
  })
  const first = itemAt(note.lines, 0)
  const title =
    note.lines.length > 1
      ? `${first.title} 等 ${note.lines.length} 种`
      : first.quantity > 1
        ? `${first.title} × ${first.quantity}`
        : first.title
  return {
    source: isGoods ? 'cart' : 'service',
    buyer: requireKey(accounts.byKey, note.buyer),
    title,
    status: note.status,
    day: note.day,
    lines,
    seller: requireKey(new Map(accounts.organisations.map((each) => [each.company.id, each])), companyId ?? 0),
    payments: note.percents.map((percent, index) => ({
      name: paymentName(index, note.percents.length),
      percent,
      mark: itemAt(note.payments, index),
    })),
  }
}

const paymentName = (index: number, count: number) => {
  if (count === 1) return '货款'
  if (index === 0) return '首付款'
  return index === count - 1 ? '尾款' : count === 3 ? '里程碑款' : `里程碑款 ${index}`
}

/** Payment states of an order from an offer, by order status. */
const awardMarks: Readonly<Record<OrderStatus, (index: number, count: number) => string>> = {
  pending_confirm: (index) => (index === 0 ? 'd3' : `w${index * 45}`),
  confirmed: (index) => (index === 0 ? 'd1' : `w${index * 60}`),
  in_progress: (index) => (index === 0 ? 'c' : index === 1 ? 'd16' : `w${index * 40}`),
  delivered: (index, count) => (index < count - 1 ? 'c' : 'w12'),
  changes_requested: (index, count) => (index < count - 1 ? 'c' : 'w25'),
  completed: () => 'c',
  declined: (index) => `w${5 + index * 30}`,
  cancelled: (index) => (index === 0 ? 'f' : `w${index * 30}`),
  disputed: (index) => (index === 0 ? 'c' : index === 1 ? 'o-9' : `w${index * 20}`),
}

function fromAward(award: Award, accounts: Accounts): Draft {
  const { note, version, seller, day } = award
  const status = note.order ?? 'pending_confirm'
  const stages = stagedAwards.get(note.title)
  return {
    source: 'demand',
    buyer: requireKey(accounts.byKey, note.buyer),
    seller,
    title: note.title,
    status,
    day,
    lines: version.items,
    award,
    stages,
    payments: version.milestones.map(({ name, percent }, index) => ({
      name,
      percent,
      mark: awardMarks[status](index, version.milestones.length),
      ...stagedMark(stages?.[index]),
    })),
  }
}

/** Payment of a stage: scheduled without a day until the acceptance, then due, and paid after a month. */
function stagedMark(stage: StagedPayment | undefined) {
  if (stage === undefined) return {}
  if (stage.deliverables === '') return { mark: 'c' }
  const acceptedDay = stage.steps.find(([event]) => event === 'accept')?.[1] ?? null
  return { acceptedDay, mark: acceptedDay === null ? 'w' : acceptedDay < -30 ? 'c' : 'd' }
}

/** Delivery address of a buyer, with the owner as recipient. */
function addressOf({ company, ownerId }: Organisation, { users }: Accounts): OrderAddress {
  const { address = '', districtCode } = company
  const owner = users.find(({ id }) => id === ownerId)
  const [, area = '', street = address] = /^(.*?市.*?[区县])(.+)$/.exec(address) ?? []
  const districtName = area.replaceAll(/[省市](?=.)/g, '$& ')
  return { receiver: owner?.realName ?? '', mobile: owner?.mobile ?? '', districtCode, districtName, street }
}

function addOrder(draft: Draft, rows: Rows, accounts: Accounts, days: Calendar, log: ChangeLog): void {
  const id = rows.orders.length + 1
  const { buyer, seller, status, award } = draft
  const lines = draft.lines.map((line, index) => ({
    id: rows.lines.length + 1 + index,
    orderId: id,
    ...line,
    listPrice: line.unitPrice,
    amount: line.quantity * line.unitPrice,
  }))
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const createdAt = days.at(
    draft.day,
    award === undefined ? `${String(8 + (id % 9)).padStart(2, '0')}:${String(10 + ((id * 13) % 49))}` : '16:50',
  )
  const moments = orderMoments(id, draft, createdAt, days)
  const confirmedAt = moments.find(([event]) => event === 'confirm')?.[1]
  const course = stageCourse(draft, confirmedAt, days)
  rows.lines.push(...lines)
  rows.orders.push({
    id,
    orderNo: `${days.stamp(draft.day)}-${String(27 + id * 6).padStart(4, '0')}`,
    source: draft.source,
    title: draft.title,
    total,
    status,
    createdAt,
    buyerCompanyId: buyer.company.id,
    buyerUserId: buyer.ownerId,
    sellerCompanyId: seller.company.id,
    ...(award === undefined ? {} : { demandId: award.demandId, offerId: award.offerId }),
    ...(draft.source === 'cart' && { address: addressOf(buyer, accounts) }),
    ...(course === null ? standsAt(id, moments, days) : course.columns),
  })
  const firstLine = rows.payments.length + 1
  addPayments(id, draft, total, createdAt, rows.payments, days, log)
  if (course === null) addOrderHistory(id, draft, moments, log)
  else addStages(id, draft, course, { rows, firstLine, log })
}

/** Adds milestones, deliveries and history of an order with stages. */
function addStages(
  orderId: number,
  { buyer, seller }: Draft,
  course: StageCourse,
  { rows, firstLine, log }: { readonly rows: Rows; readonly firstLine: number; readonly log: ChangeLog },
): void {
  const byOf = (side: Side | undefined) => {
    const of = side === 'buyer' ? buyer : seller
    return { userId: of.ownerId, companyId: of.company.id }
  }
  log.add(
    'order',
    orderId,
    'pending_confirm',
    course.orderSteps.map(({ side, ...step }) => ({ ...step, ...byOf(side) })),
  )
  const firstId = rows.milestones.length + 1
  for (const [index, { line, steps, ...milestone }] of course.milestones.entries()) {
    const id = firstId + index
    rows.milestones.push({ id, orderId, seq: index + 1, paymentLineId: firstLine + line, ...milestone })
    if (steps.length > 0) {
      const moved = steps.map(({ side, ...step }) => ({ ...step, ...byOf(side) }))
      log.add('milestone', id, 'planned', moved)
    }
  }
  for (const delivery of course.deliveries) {
    rows.stageDeliveries.push({ ...delivery, orderId, milestoneId: firstId + delivery.milestone })
  }
}

const orderPaths: Readonly<Record<OrderStatus, readonly (readonly [event: string, to: OrderStatus])[]>> = {
  pending_confirm: [],
  confirmed: [['confirm', 'confirmed']],
  in_progress: [['confirm', 'confirmed'], ['start', 'in_progress']],
  delivered: [['confirm', 'confirmed'], ['start', 'in_progress'], ['deliver', 'delivered']],
  changes_requested: [['confirm', 'confirmed'], ['start', 'in_progress'], ['deliver', 'delivered'], ['requestChanges', 'changes_requested']],
  completed: [['confirm', 'confirmed'], ['start', 'in_progress'], ['deliver', 'delivered'], ['accept', 'completed']],
  declined: [['decline', 'declined']],
  cancelled: [['cancel', 'cancelled']],
  disputed: [['confirm', 'confirmed'], ['start', 'in_progress'], ['dispute', 'disputed']],
} // prettier-ignore
/** Orders of goods have no start step. */
const pathOf = ({ status, source }: Pick<Draft, 'status' | 'source'>) =>
  source === 'cart' ? orderPaths[status].filter(([event]) => event !== 'start') : orderPaths[status]
const ofBuyer = new Set(['requestChanges', 'accept', 'cancel', 'dispute'])
const reasons: ReadonlyMap<string, string> = new Map([
  ['decline', '所需规格已停产，无法按期供货'],
  ['cancel', '项目计划调整'],
  ['dispute', '结果与方案约定的接受标准不一致'],
  ['requestChanges', '请补充原始图谱并说明异常数据的处理'],
])

const hour = 3_600_000
/** Hours until the supplier responded, by order id. */
const answeredIn = [2, 5, 9, 20, 3, 26, 7, 44]

/**
 * Times of the steps: the supplier responded within hours, the others are spread evenly until yesterday evening.
 * Orders that await acceptance were delivered some days ago.
 */
function orderMoments(
  id: number,
  draft: Draft,
  createdAt: Date,
  days: Calendar,
): readonly (readonly [event: string, at: Date])[] {
  const path = pathOf(draft)
  const [start, end] = [createdAt.getTime(), days.at(0).getTime()]
  const first = start + Math.min((end - start) / (path.length + 1), itemAt(answeredIn, id) * hour)
  const span = (end - first) / path.length
  return path.map(([event], index) => {
    const since = freshDays(id, draft.status, event)
    return [event, new Date(Math.max(first + span * index, since === 0 ? 0 : days.at(-since, '15:20').getTime()))]
  })
}

/** Maximum age of a step in days: orders that await acceptance are recent, and some orders were completed this week. */
function freshDays(id: number, status: OrderStatus, event: string): number {
  if (status === 'completed' && id % 4 === 1) return event === 'accept' ? 5 : event === 'deliver' ? 8 : 0
  return status === 'delivered' && event === 'deliver' ? 4 : 0
}

/** Days between delivery and promised day, by order id; negative = late. */
const early = [3, 1, 5, -2, 2, 7, 0, 4, 1, 6]

/** Columns of the order derived from its steps. */
function standsAt(id: number, moments: ReturnType<typeof orderMoments>, days: Calendar) {
  const of = (...events: readonly string[]) => moments.find(([event]) => events.includes(event))?.[1]
  const [confirmedAt, deliveredAt, completedAt] = [of('confirm'), of('deliver'), of('accept')]
  const promised = () =>
    deliveredAt === undefined
      ? days.at(8 + (id % 30), '18:00')
      : new Date(deliveredAt.getTime() + itemAt(early, id) * 24 * hour)
  return {
    ...(confirmedAt !== undefined && { confirmedAt, promisedAt: promised() }),
    ...(deliveredAt !== undefined && { firstDeliveredAt: deliveredAt, deliveredAt }),
    ...(completedAt !== undefined && { completedAt }),
  }
}

function addOrderHistory(id: number, draft: Draft, moments: ReturnType<typeof orderMoments>, log: ChangeLog): void {
  log.add(
    'order',
    id,
    'pending_confirm',
    pathOf(draft).map(([event, to], index) => {
      const { buyer, seller } = draft
      const side = ofBuyer.has(event) ? buyer : seller
      const { ownerId: userId, company } = side
      return {
        event,
        to,
        at: itemAt(moments, index)[1],
        userId,
        companyId: company.id,
        reason: reasons.get(event) ?? '',
      }
    }),
  )
}

const paymentMarks: Readonly<Record<string, PaymentStatus>> = {
  c: 'confirmed', s: 'submitted', r: 'rejected', d: 'due', o: 'overdue', w: 'scheduled', p: 'refund_pending', h: 'part_refunded', f: 'refunded',
} // prettier-ignore

/** Refunded part of a line of the demo; fen. */
const partRefund = (amount: number): number => Math.round(amount / 5)

const paymentPaths: Readonly<Record<PaymentStatus, readonly (readonly [event: string, to: PaymentStatus, side: Side | 'system'])[]>> = {
  scheduled: [],
  due: [['fallDue', 'due', 'system']],
  submitted: [['fallDue', 'due', 'system'], ['submit', 'submitted', 'buyer']],
  confirmed: [['fallDue', 'due', 'system'], ['submit', 'submitted', 'buyer'], ['confirm', 'confirmed', 'seller']],
  rejected: [['fallDue', 'due', 'system'], ['submit', 'submitted', 'buyer'], ['reject', 'rejected', 'seller']],
  overdue: [['fallDue', 'due', 'system'], ['lapse', 'overdue', 'system']],
  refund_pending: [['fallDue', 'due', 'system'], ['submit', 'submitted', 'buyer'], ['confirm', 'confirmed', 'seller'], ['refund', 'refund_pending', 'seller']],
  part_refunded: [['fallDue', 'due', 'system'], ['submit', 'submitted', 'buyer'], ['confirm', 'confirmed', 'seller'], ['refund', 'refund_pending', 'seller'], ['finishPartRefund', 'part_refunded', 'system']],
  refunded: [['fallDue', 'due', 'system'], ['submit', 'submitted', 'buyer'], ['confirm', 'confirmed', 'seller'], ['refund', 'refund_pending', 'seller'], ['finishRefund', 'refunded', 'seller']],
  skipped: [],
} // prettier-ignore

function addPayments(
  orderId: number,
  { payments, buyer, seller, status }: Draft,
  total: number,
  createdAt: Date,
  rows: PaymentRow[],
  days: Calendar,
  log: ChangeLog,
): void {
  const amounts = splitByMilestones(total, payments)
  const span = days.at(0).getTime() - createdAt.getTime()
  payments.forEach(({ name, percent, mark, acceptedDay }, index) => {
    const state = paymentMarks[mark.charAt(0)]
    if (state === undefined) throw new Error(`No payment state ${mark}`)
    const day = mark.slice(1)
    const start = new Date(createdAt.getTime() + (span * index) / (payments.length + 0.5))
    const stopped = status === 'declined' || status === 'cancelled'
    const dueAt =
      acceptedDay !== undefined
        ? acceptedDay === null
          ? null
          : days.at(acceptedDay + finalPaymentDays, '15:20')
        : day === ''
          ? new Date(start.getTime() + Math.min(86_400_000, span / 4))
          : stopped
            ? null
            : days.at(Number(day), '18:00')
    const id = rows.length + 1
    const amount = itemAt(amounts, index)
    const refunded = state === 'refunded' ? amount : state === 'part_refunded' ? partRefund(amount) : 0
    const isPaid = state === 'confirmed' || state === 'refund_pending' || refunded > 0
    const paid = isPaid ? amount - refunded : 0
    rows.push({ id, orderId, seq: index + 1, name, percent, amount, paid, refunded, status: state, dueAt })
    const path = paymentPaths[state]
    const gap = Math.min(86_400_000, (days.at(0).getTime() - start.getTime()) / (path.length + 1))
    const steps = path.map(([event, to, who], step): Step => {
      const side = who === 'buyer' ? buyer : who === 'seller' ? seller : undefined
      const from = { userId: side?.ownerId ?? null, companyId: side?.company.id ?? null }
      const reason =
        event === 'reject'
          ? '到账少 ¥50.00，请补足后重新上传凭证'
          : event === 'refund' && stopped
            ? '订单取消，原路退回'
            : ''
      return { event, to, at: new Date(start.getTime() + gap * (step + 0.5)), ...from, reason }
    })
    if (steps.length > 0) log.add('payment', id, 'scheduled', steps)
  })
}
