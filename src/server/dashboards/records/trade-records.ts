import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { disputes } from '../../../db/tables/disputes.ts'
import { deliveries, orderFiles } from '../../../db/tables/fulfilment.ts'
import { files } from '../../../db/tables/operations.ts'
import { orderLines, orders, paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { yuan } from '../../../domain/money.ts'
import { changeMarkLabels, compareTerms } from '../../../domain/orders/change-comparison.ts'
import { changeOrderName, changeOrderStateText } from '../../../domain/orders/change-order-states.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import { milestoneLabel, milestoneName } from '../../../domain/orders/milestone-states.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'
import { paymentLineLabel } from '../../../domain/orders/order-labels.ts'
import { loadChanges, type SignedChange } from '../../orders/change-orders/present-changes.ts'
import { loadReleasedExcerpt } from '../../orders/disputes/load-disputes.ts'
import { loadMilestones, type Milestone } from '../../orders/milestones/milestones.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { selectOrderRows, selectPaymentRows } from './record-rows.ts'
import {
  fact,
  historySection,
  lineOf,
  maxLines,
  plainLine,
  section,
  timeFact,
  type RecordContent,
  type Section,
} from './record-content.ts'

const milestoneSection = (stages: readonly Milestone[]): Section =>
  section(
    '里程碑',
    stages.map((stage) => ({
      ...plainLine(milestoneName(stage), stage.deliverables, stage.plannedAt),
      state: milestoneLabel(stage.status, 'buyer'),
    })),
  )

/** Files of an order, and the messages that both sides released; only while it is disputed. */
async function disputeSections(db: Db, order: typeof orders.$inferSelect): Promise<Section[]> {
  const papers = await db
    .select({ paper: orderFiles, file: files })
    .from(orderFiles)
    .innerJoin(files, eq(files.id, orderFiles.fileId))
    .where(eq(orderFiles.orderId, order.id))
    .orderBy(desc(orderFiles.id))
    .limit(maxLines)
  const [open] = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.orderId, order.id), isNull(disputes.outcome)))
  const names = { buyer: '采购方', seller: '供应商' }
  const said = open === undefined ? null : await loadReleasedExcerpt(db, open.id, order, names)
  return [
    section(
      '订单文件',
      papers.map(({ paper, file }) => ({ ...plainLine(file.name, '', paper.createdAt), file: fileUrl(file) })),
    ),
    section(
      '沟通记录（双方公开的部分）',
      (said ?? []).slice(-maxLines).map(({ text, by, at }) => plainLine(text, by, new Date(at))),
    ),
  ]
}

/** Change orders, newest first: state, reason and what differs. */
const changeSection = (changes: readonly SignedChange[]): Section =>
  section(
    '变更单',
    changes.map(({ change: { number, side, status, reason, termsBefore, termsAfter, closedAt, createdAt } }) => {
      const differences = compareTerms(termsBefore, termsAfter)
        .filter(({ mark }) => mark !== 'same')
        .map(({ label, mark, after }) => `${label}${changeMarkLabels[mark]}：${after.join('，')}`)
      return plainLine(
        `${changeOrderName(number)}，${dealSideLabels[side]}提出，${changeOrderStateText(status)}`,
        [`原因：${reason}`, ...differences].join('；'),
        closedAt ?? createdAt,
      )
    }),
  )

export async function orderContent(db: Db, id: number): Promise<RecordContent> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  if (order === undefined) throw new CallFailed('notFound')
  const names = new Map(
    (
      await db
        .select({ id: companies.id, name: companies.name })
        .from(companies)
        .where(inArray(companies.id, [order.buyerCompanyId, order.sellerCompanyId]))
    ).map((row) => [row.id, row.name]),
  )
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.id))
  const due = await db.select().from(paymentLines).where(eq(paymentLines.orderId, id)).orderBy(asc(paymentLines.seq))
  const paidBy = await db
    .select({ paymentId: paymentParts.paymentId })
    .from(paymentParts)
    .where(eq(paymentParts.orderId, id))
  const stages = await loadMilestones(db, id)
  const changes = await loadChanges(db, id)
  const sent = await db.select().from(deliveries).where(eq(deliveries.orderId, id)).orderBy(desc(deliveries.seq))
  return {
    companyId: null,
    reason: order.cancelReason,
    publicPath: null,
    facts: [
      fact('订单号', order.orderNo),
      fact('采购方', names.get(order.buyerCompanyId), { kind: 'company', id: order.buyerCompanyId }),
      fact('供应商', names.get(order.sellerCompanyId), { kind: 'company', id: order.sellerCompanyId }),
      fact('金额', `¥${yuan(order.total)}`),
      fact('运费', `¥${yuan(order.postage)}`),
      fact(
        '需求',
        order.demandId === null ? '' : `编号 ${order.demandId}`,
        order.demandId === null ? null : { kind: 'demand', id: order.demandId },
      ),
      timeFact('下单时间', order.createdAt),
      timeFact('确认时间', order.confirmedAt),
      timeFact('约定交付', order.promisedAt),
      timeFact('交付时间', order.deliveredAt),
      timeFact('完成时间', order.completedAt),
    ],
    sections: [
      section(
        '明细',
        lines.map((line) =>
          plainLine(
            line.name,
            `${line.specName} ${line.quantity} ${line.unit} × ¥${yuan(line.unitPrice)} = ¥${yuan(line.amount)}`.trim(),
            null,
          ),
        ),
      ),
      section(
        '应付',
        due.map((line) => ({
          ...plainLine(`¥${yuan(line.amount)}`, line.name, null),
          state: paymentLineLabel(line.status, order.status),
        })),
      ),
      section(
        '付款',
        paidBy.length === 0
          ? []
          : (
              await selectPaymentRows(
                db,
                inArray(payments.id, [...new Set(paidBy.map(({ paymentId }) => paymentId))]),
                maxLines,
              )
            ).map(lineOf),
      ),
      ...(stages.length === 0 ? [] : [milestoneSection(stages)]),
      ...(changes.length === 0 ? [] : [changeSection(changes)]),
      section(
        '交付',
        sent.map((one) =>
          plainLine(
            `第 ${one.seq} 次：${one.note || '未写说明'}`,
            [one.carrier, one.trackingNo, one.reason, one.fileIds.length === 0 ? '' : `${one.fileIds.length} 份文件`]
              .filter((part) => part !== '')
              .join('，'),
            one.createdAt,
          ),
        ),
      ),
      ...(isOrderDisputed(order.status) ? await disputeSections(db, order) : []),
      await historySection(db, 'order', id),
    ],
    actions: [],
  }
}

export async function paymentContent(db: Db, id: number): Promise<RecordContent> {
  const [row] = await db
    .select({ payment: payments, companyName: companies.name, realName: users.realName, loginName: users.loginName })
    .from(payments)
    .innerJoin(companies, eq(companies.id, payments.companyId))
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.id, id))
  if (row === undefined) throw new CallFailed('notFound')
  const { payment } = row
  const parts = await db.select().from(paymentParts).where(eq(paymentParts.paymentId, id))
  const orderRows =
    parts.length === 0
      ? []
      : await selectOrderRows(db, inArray(orders.id, [...new Set(parts.map(({ orderId }) => orderId))]), maxLines)
  return {
    companyId: null,
    reason: payment.reason,
    publicPath: null,
    facts: [
      fact('付款编号', payment.paymentNo),
      fact('付款企业', row.companyName, { kind: 'company', id: payment.companyId }),
      fact('付款人', personName(row), { kind: 'user', id: payment.userId }),
      fact('金额', `¥${yuan(payment.amount)}`),
      fact('到账', payment.received === null ? '' : `¥${yuan(payment.received)}`),
      fact('附言码', payment.remarkCode),
      fact('渠道流水号', payment.tradeNo),
      timeFact('发起时间', payment.createdAt),
      timeFact('转账时间', payment.transferredAt),
      timeFact('确认时间', payment.confirmedAt),
    ],
    sections: [
      section('订单', orderRows.map(lineOf)),
      section(
        '分摊',
        parts.map((part) =>
          plainLine(`应付 ¥${yuan(part.amount)}`, `到账 ¥${yuan(part.received)}，已退 ¥${yuan(part.refunded)}`, null),
        ),
      ),
    ],
    actions: [],
  }
}
