import { createHash } from 'node:crypto'
import { changeHashText, percentShares, type OrderTerms, type TermRow } from '../../domain/orders/change-terms.ts'
import { changeExpiryDays, changeOrderName } from '../../domain/orders/change-order-states.ts'
import { endOfDay } from '../../domain/orders/deadlines.ts'
import type { Side } from '../../domain/sides.ts'
import { date } from '../../domain/time.ts'
import type { changeOrders } from '../tables/change-orders.ts'
import type { Accounts } from './build-accounts.ts'
import type { OrderRow, Orders, PaymentRow } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { requireKey } from './random.ts'

type SeededChange = typeof changeOrders.$inferInsert & { id: number }

interface ChangeNote {
  /** Title of a running order. */
  readonly title: string
  readonly reason: string
  readonly scope: string
  /** Added to the amount of the last payment; yuan. */
  readonly more: number
  /** Days by which the last payment or stage is later. */
  readonly later: number
  /** A stage that takes the place of the last one, which is skipped. */
  readonly instead?: Pick<TermRow, 'name' | 'deliverables'>
  /** Day on which it was proposed. */
  readonly day: number
  /** Day of the second signature; null = it waits for the buyer. */
  readonly signedDay: number | null
}

/** Proposed by the supplier: two were signed and applied, one waits for the buyer. */
const changeNotes: readonly ChangeNote[] = [
  {
    title: '药代动力学：比格犬单次给药 PK 与生物利用度研究',
    reason: '委托方要求增加一个活性代谢物的定量，需要补充方法学验证。',
    scope: '增加活性代谢物 M1 的血药浓度测定与药代参数计算，报告相应增加一章。',
    more: 12_000,
    later: 14,
    day: -12,
    signedDay: -10,
  },
  {
    title: '缓释片新辅料 SD 大鼠 13 周重复给药毒性',
    reason: '毒代动力学数据并入总结报告，不再单独出具，原总结报告里程碑由新的里程碑取代。',
    scope: '',
    more: 18_000,
    later: 7,
    instead: { name: '总结报告（含毒代动力学）', deliverables: '总结报告与毒代动力学章节，附 QA 声明' },
    day: -2,
    signedDay: -2,
  },
  {
    title: '缓释片新辅料 SD 大鼠 13 周重复给药毒性',
    reason: '补充恢复期组，病理阅片例数增加，总结报告相应顺延。',
    scope: '增加 4 周恢复期，每组 10 只；组织病理增加 40 例。',
    more: 36_000,
    later: 28,
    day: -1,
    signedDay: null,
  },
]

interface ChangedOrders {
  /** Orders with the terms of the applied change orders. */
  readonly orders: Orders
  readonly changes: readonly SeededChange[]
}

/** Change orders of the demo, with their history; applied ones have changed their orders. */
export function buildChangeOrders(orders: Orders, accounts: Accounts, days: Calendar, log: ChangeLog): ChangedOrders {
  const owners = new Map(accounts.organisations.map(({ company, ownerId }) => [company.id, ownerId]))
  return changeNotes.reduce<ChangedOrders>((done, note) => addChange(done, note, owners, days, log), {
    orders,
    changes: [],
  })
}

function addChange(
  { orders, changes }: ChangedOrders,
  note: ChangeNote,
  owners: ReadonlyMap<number, number>,
  days: Calendar,
  log: ChangeLog,
): ChangedOrders {
  const order = orders.orders.find(({ title }) => title === note.title)
  if (order === undefined) throw new Error(`No order ${note.title}`)
  const termsBefore = termsOf(order, orders)
  const termsAfter = laterTerms(termsBefore, note)
  const createdAt = days.at(note.day, '10:20')
  const signedAt = note.signedDay === null ? null : days.at(note.signedDay, '15:40')
  const expiresAt = new Date(createdAt.getTime() + changeExpiryDays.usual * 86_400_000)
  const [buyerUserId, sellerUserId] = [order.buyerCompanyId, order.sellerCompanyId].map((id) => requireKey(owners, id))
  const { reason, scope } = note
  const number = changes.filter(({ orderId }) => orderId === order.id).length + 1
  const proposed = { number, baseVersion: order.termsVersion ?? 1, side: 'seller', reason, scope } as const
  const hashed = { ...proposed, before: termsBefore, after: termsAfter, expiresAt: expiresAt.toISOString() }
  const text = changeHashText({ ...hashed, orderNo: order.orderNo })
  const status = signedAt === null ? 'proposed' : 'applied'
  const change: SeededChange = {
    id: changes.length + 1,
    orderId: order.id,
    ...proposed,
    userId: sellerUserId ?? 0,
    termsBefore,
    termsAfter,
    fingerprint: createHash('sha256').update(text, 'utf8').digest('hex'),
    expiresAt,
    status,
    sellerUserId,
    sellerSignedAt: createdAt,
    sellerMethod: 'password',
    ...(signedAt !== null && { buyerUserId, buyerSignedAt: signedAt, buyerMethod: 'code', closedAt: signedAt }),
    createdAt,
  }
  const by = (side: Side) =>
    side === 'buyer'
      ? { userId: buyerUserId ?? null, companyId: order.buyerCompanyId }
      : { userId: sellerUserId ?? null, companyId: order.sellerCompanyId }
  const at = order.status ?? ''
  const name = changeOrderName(number)
  log.add('order', order.id, at, [
    { event: 'proposeChange', to: at, at: createdAt, ...by('seller'), reason: `${name}：${reason}` },
    ...(signedAt === null
      ? []
      : [
          { event: 'signChange', to: at, at: signedAt, ...by('buyer'), reason: name },
          { event: 'applyChange', to: at, at: signedAt, ...by('buyer'), reason: name },
        ]),
  ])
  if (signedAt !== null)
    for (const [entity, { id, status: from = 'scheduled' }] of skippedRows(orders, order, termsAfter))
      log.add(entity, id, from, [{ event: 'skip', to: 'skipped', at: signedAt, ...by('buyer'), reason: name }])
  return {
    orders: signedAt === null ? orders : appliedOrders(orders, order, termsAfter),
    changes: [...changes, change],
  }
}

const dayOf = (at: Date | null | undefined): string | null => (at == null ? null : date(at.toISOString()))

function termsOf(order: OrderRow, { payments, milestones }: Orders): OrderTerms {
  const rows = payments
    .filter(({ orderId }) => orderId === order.id)
    .map((line) => {
      const stage = milestones.find(({ paymentLineId }) => paymentLineId === line.id)
      const { seq, name, amount } = line
      const on = dayOf(stage === undefined ? line.dueAt : stage.plannedAt)
      return {
        seq,
        stage: stage?.seq ?? null,
        name,
        deliverables: stage?.deliverables ?? '',
        on,
        amount,
        isSkipped: stage?.status === 'skipped',
      }
    })
  return { total: order.total, promisedOn: dayOf(order.promisedAt), rows }
}

const daysLater = (day: string | null, count: number): string | null =>
  day === null ? null : date(new Date(endOfDay(day).getTime() + count * 86_400_000).toISOString())

function laterTerms({ total, promisedOn, rows }: OrderTerms, { more, later, instead }: ChangeNote): OrderTerms {
  const changed = rows.flatMap((row, at): TermRow[] => {
    if (at < rows.length - 1) return [row]
    const next = { ...row, amount: row.amount + more * 100, on: daysLater(row.on, later) }
    if (instead === undefined || row.stage === null) return [next]
    return [
      { ...row, amount: 0, isSkipped: true },
      { ...next, ...instead, seq: row.seq + 1, stage: row.stage + 1 },
    ]
  })
  return { total: total + more * 100, promisedOn: daysLater(promisedOn, later), rows: changed }
}

/** Stages and payments that a change order skips. */
function skippedRows({ payments, milestones }: Orders, order: OrderRow, { rows }: OrderTerms) {
  const seqs = new Set(rows.flatMap(({ seq, isSkipped }) => (isSkipped ? [seq] : [])))
  const lines = payments.filter((line) => line.orderId === order.id && seqs.has(line.seq) && line.status !== 'skipped')
  const ids = new Set(lines.map(({ id }) => id))
  const stages = milestones.filter(({ paymentLineId }) => ids.has(paymentLineId))
  return [
    ...stages.map((stage) => ['milestone', { ...stage, status: stage.status ?? 'planned' }] as const),
    ...lines.map((line) => ['payment', line] as const),
  ]
}

/** The rows of an order after its change. */
function appliedOrders(orders: Orders, { id }: OrderRow, { total, promisedOn, rows }: OrderTerms): Orders {
  const percents = percentShares(rows.map(({ amount }) => amount))
  const lineOf = (line: PaymentRow): PaymentRow => {
    const at = rows.findIndex(({ seq }) => seq === line.seq)
    const row = rows[at]
    if (line.orderId !== id || row === undefined) return line
    const isKept = row.stage !== null || row.on === null || row.on === dayOf(line.dueAt)
    const dueAt = isKept || row.on === null ? line.dueAt : endOfDay(row.on)
    const state = row.isSkipped ? ({ status: 'skipped' } as const) : {}
    return { ...line, amount: row.amount, percent: percents[at] ?? 0, dueAt, ...state }
  }
  const own = orders.payments.filter(({ orderId }) => orderId === id)
  const stageOf = (line: PaymentRow) => rows.find(({ seq }) => line.orderId === id && seq === line.seq)
  const skipped = new Set(own.filter((line) => stageOf(line)?.isSkipped === true).map((line) => line.id))
  const stages = orders.milestones.map((stage) =>
    skipped.has(stage.paymentLineId) ? { ...stage, status: 'skipped' as const } : stage,
  )
  const [lastLine, lastStage] = [orders.payments.length, orders.milestones.length]
  const added = rows.filter(({ seq }) => !own.some((line) => line.seq === seq))
  const addedLines = added.map(({ seq, name, amount }, at): PaymentRow => ({
    id: lastLine + at + 1,
    orderId: id,
    seq,
    name,
    amount,
    percent: percents[rows.findIndex((row) => row.seq === seq)] ?? 0,
    status: 'scheduled',
  }))
  const addedStages = added.flatMap(({ stage, name, deliverables, on }, at) =>
    stage === null || on === null
      ? []
      : [
          {
            id: lastStage + at + 1,
            orderId: id,
            seq: stage,
            name,
            deliverables,
            status: 'planned' as const,
            plannedAt: endOfDay(on),
            paymentLineId: lastLine + at + 1,
          },
        ],
  )
  const promised = promisedOn === null ? {} : { promisedAt: endOfDay(promisedOn) }
  return {
    ...orders,
    orders: orders.orders.map((order) =>
      order.id === id ? { ...order, total, termsVersion: (order.termsVersion ?? 1) + 1, ...promised } : order,
    ),
    payments: [...orders.payments.map(lineOf), ...addedLines],
    milestones: [...stages, ...addedStages],
  }
}
