import { and, asc, desc, eq, exists, inArray, or, sql } from 'drizzle-orm'
import type { payoutsCalls } from '../../../contract/orders/payouts.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paymentParts, payoutLines, payouts as payoutTable } from '../../../db/tables/payments.ts'
import { accountTail } from '../../../domain/accounts/payee.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { isFirstApproved, isPayoutApproved, sumPayout, waitingPayouts } from '../../../domain/orders/payouts.ts'
import { sentence } from '../../../domain/sentence.ts'
import { date, today } from '../../../domain/time.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { assertReauthenticated } from '../../accounts/profile/reauthenticate.ts'
import type { Context, Handler } from '../../handler.ts'
import { saveGeneratedSheet } from '../../platform/files/generated-files.ts'
import { ownFile } from '../../platform/files/files.ts'
import { operatorIds } from '../../platform/notices/notices.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { createWorkbook, type SheetCell } from '../../platform/workbooks/create-workbook.ts'
import { approvePayout, bookPayout, bouncePayout, retryPayout } from './decide-payout.ts'
import { isFree } from './held-money.ts'
import { lockPayout, movePayout, noApprovals, type LockedPayout } from './move-payout.ts'
import { notifySupplier } from './notify-payout.ts'
import { currentAccount, presentPayout, presentPayoutRows } from './present-payouts.ts'
import { notifyRerouted } from './reroute-refunds.ts'

const isWaiting = inArray(payoutTable.status, [...waitingPayouts])

/** Payouts that wait for an operator come first, the oldest of them first; then the newest. */
export const payouts: Handler<typeof payoutsCalls.payouts> = async (input, { db, caller, config }) => {
  const { status, keyword, current, pageSize } = input
  const ofOrder = exists(
    db
      .select({ id: payoutLines.id })
      .from(payoutLines)
      .innerJoin(orders, eq(orders.id, payoutLines.orderId))
      .where(and(eq(payoutLines.payoutId, payoutTable.id), eq(orders.orderNo, keyword))),
  )
  const ofCompany = inArray(
    payoutTable.companyId,
    db
      .select({ id: companies.id })
      .from(companies)
      .where(sql`strpos(${companies.name}, ${keyword}) > 0`),
  )
  const found = keyword === '' ? undefined : or(eq(payoutTable.payoutNo, keyword), ofCompany, ofOrder)
  const counts = await db
    .select({
      status: payoutTable.status,
      count: sql<number>`count(*)::int`,
      net: sql<number>`sum(${payoutTable.amount} - ${payoutTable.fee})::float8`,
    })
    .from(payoutTable)
    .where(found)
    .groupBy(payoutTable.status)
  const rows = await db
    .select({ payout: payoutTable, companyName: companies.name })
    .from(payoutTable)
    .innerJoin(companies, eq(companies.id, payoutTable.companyId))
    .where(and(found, status === undefined ? undefined : eq(payoutTable.status, status)))
    .orderBy(desc(isWaiting), asc(sql`case when ${isWaiting} then ${payoutTable.id} end`), desc(payoutTable.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const [held] = await db
    .select({ sum: sql<number>`coalesce(sum(${paymentParts.held}), 0)::float8` })
    .from(paymentParts)
    .where(and(sql`${paymentParts.held} > 0`, isFree(db)))
  return {
    ...countsOf(counts, status),
    sums: Object.fromEntries(counts.map((row) => [row.status, row.net])),
    held: held?.sum ?? 0,
    days: config.payout.days,
    data: await presentPayoutRows(db, rows, caller.userId),
  }
}

export const payout: Handler<typeof payoutsCalls.payout> = ({ payoutId }, { db, caller, config }) =>
  presentPayout(db, config.payout, payoutId, caller)

/** Locks a payout for a decision; throws ownCompany where the operator's company is on either side of it. */
async function lockForDecision({ db, caller, note }: Context<'operator'>, payoutId: number): Promise<LockedPayout> {
  const locked = await lockPayout(db, payoutId)
  const { payout: row, orders: of } = locked
  const companyIds = [row.companyId, ...of.map(({ buyerCompanyId }) => buyerCompanyId)]
  if (companyIds.some((companyId) => companyId === caller.companyId)) throw new CallFailed('ownCompany')
  const subject = { kind: 'payout', id: payoutId, companyIds: [...new Set(companyIds)] } as const
  note(`${row.payoutNo}，¥${yuan(row.amount - row.fee)}`, subject)
  return locked
}

/** Runs in the transaction of its idempotency key; of parallel approvals one counts. */
export const payoutApprove: Handler<typeof payoutsCalls.payoutApprove> = async (input, context) => {
  const { payoutId, amount, account } = input
  const { db, caller, config } = context
  await assertReauthenticated(db, caller)
  const locked = await lockForDecision(context, payoutId)
  const { companyId, payoutNo, amount: gross, fee } = locked.payout
  const net = gross - fee
  const present = await currentAccount(db, companyId, net)
  const by = caller.userId
  const approved = await approvePayout(db, config.payout, locked, { by, shown: { amount, account }, present })
  if (isFirstApproved(approved.status)) {
    const others = (await operatorIds(db, 'trade')).filter((id) => id !== by)
    await notify(db, context, 'payout.due', others, {
      title: `打款单 ${payoutNo} 初审通过，等待您复审`,
      text: `打款 ¥${yuan(net)}，请核对后由您复审。`,
      path: links.opsPayouts({ payoutId }),
    })
  } else {
    await notifySupplier(db, context, companyId, {
      title: `货款 ¥${yuan(net)} 审核通过，等待打款`,
      text: `打款单 ${payoutNo}，将打入 ${approved.bankName}${accountTail(approved.accountNo ?? '')} 的账户。`,
    })
  }
  return presentPayout(db, config.payout, payoutId, caller)
}

/** The reason is for the operators: the supplier sees none of the platform's approvals. */
export const payoutReturn: Handler<typeof payoutsCalls.payoutReturn> = async ({ payoutId, reason }, context) => {
  const { db, caller, config } = context
  const { payout: row, lines } = await lockForDecision(context, payoutId)
  const by = caller.userId
  await movePayout(db, row, lines, { event: 'return', by, reason, isReasonInternal: true, set: noApprovals })
  return presentPayout(db, config.payout, payoutId, caller)
}

/** Runs in the transaction of its idempotency key: the ledger has the payout once. */
export const payoutPaid: Handler<typeof payoutsCalls.payoutPaid> = async (input, context) => {
  const { db, caller, config } = context
  const { payoutId, receiptId, bankReference, paidOn } = input
  const locked = await lockForDecision(context, payoutId)
  const { payout: row, lines } = locked
  if (!isPayoutApproved(row.status)) throw new CallFailed('payoutMoved')
  if (receiptId === '') throw fieldFailed({ field: 'receiptId', message: '请上传银行回单' })
  if (paidOn > today()) throw fieldFailed({ field: 'paidOn', message: '打款日期不能晚于今天' })
  if (row.secondAt !== null && paidOn < date(row.secondAt.toISOString()))
    throw fieldFailed({ field: 'paidOn', message: '打款日期不能早于复审通过之日' })
  const receipt = await ownFile(db, receiptId, caller, 'attachment')
  await bookPayout(db, locked, { by: caller.userId, receipt, bankReference, paidOn })
  const { net } = sumPayout(lines)
  await notifySupplier(db, context, row.companyId, {
    title: `货款 ¥${yuan(net)} 已打款`,
    text: `打款单 ${row.payoutNo}，银行流水号 ${bankReference}，${paidOn} 付出，请查收。`,
  })
  return presentPayout(db, config.payout, payoutId, caller)
}

export const payoutFailed: Handler<typeof payoutsCalls.payoutFailed> = async ({ payoutId, reason }, context) => {
  const { db, caller, config } = context
  const { payout: row, lines } = await lockForDecision(context, payoutId)
  await movePayout(db, row, lines, { event: 'fail', by: caller.userId, reason, set: { reason } })
  await notifySupplier(db, context, row.companyId, {
    title: `货款 ¥${yuan(row.amount - row.fee)} 打款失败`,
    text: `打款单 ${row.payoutNo}，原因：${sentence(reason)}请核对收款账户，平台将重新打款。`,
    path: links.sellerAccount({ tab: 'receiving' }),
  })
  return presentPayout(db, config.payout, payoutId, caller)
}

/** A failed payout becomes due again, with what is held now; payoutMoved where nothing is left. */
export const payoutRetry: Handler<typeof payoutsCalls.payoutRetry> = async ({ payoutId }, context) => {
  const { db, caller, config } = context
  await retryPayout(db, config.payout, await lockForDecision(context, payoutId), caller.userId)
  return presentPayout(db, config.payout, payoutId, caller)
}

/** Runs in the transaction of its idempotency key: the ledger has the return once. */
export const payoutBounce: Handler<typeof payoutsCalls.payoutBounce> = async (input, context) => {
  const { payoutId, reason, rerouted: confirmed } = input
  const { db, caller, config, jobs } = context
  const locked = await lockForDecision(context, payoutId)
  const { companyId, payoutNo, amount, fee } = locked.payout
  const rerouted = await bouncePayout(db, locked, { by: caller.userId, reason, rerouted: confirmed })
  context.after(() => jobs.wake('orders-refunds'))
  await notifyRerouted(db, context, locked.orders, rerouted)
  const back = rerouted.reduce((sum, refund) => sum + refund.amount, 0)
  await notifySupplier(db, context, companyId, {
    title: `货款 ¥${yuan(amount - fee)} 被银行退汇`,
    text: `打款单 ${payoutNo}，原因：${sentence(reason)}${whatFollowsBounce(amount, back)}`,
    path: back < amount ? links.sellerAccount({ tab: 'receiving' }) : links.sellerMoney(),
  })
  return presentPayout(db, config.payout, payoutId, caller)
}

/** What becomes of returned money, of which `back` goes to buyers; fen. */
function whatFollowsBounce(amount: number, back: number): string {
  if (back >= amount) return '货款将全部原路退回买家，不再打款。'
  const rest = '请核对收款账户，平台将重新打款。'
  return back === 0 ? rest : `其中 ¥${yuan(back)} 原路退回买家；其余货款，${rest}`
}

const sheetColumns: readonly (readonly [head: string, width: number])[] = [
  ['打款单号', 20],
  ['供应商', 32],
  ['户名', 32],
  ['开户行', 32],
  ['账号', 26],
  ['打款金额（元）', 16],
  ['货款（元）', 16],
  ['手续费（元）', 14],
  ['订单编号', 40],
  ['附言', 24],
]

/** One row per approved payout, the oldest first. */
export const payoutsSheet: Handler<typeof payoutsCalls.payoutsSheet> = async (_input, context) => {
  const { db, caller, note } = context
  const rows = await db
    .select({ payout: payoutTable, companyName: companies.name })
    .from(payoutTable)
    .innerJoin(companies, eq(companies.id, payoutTable.companyId))
    .where(
      and(
        eq(payoutTable.status, 'approved'),
        caller.companyId === null ? undefined : sql`${payoutTable.companyId} <> ${caller.companyId}`,
      ),
    )
    .orderBy(asc(payoutTable.id))
    .limit(5_000)
  const numbers = await loadOrderNumbers(
    db,
    rows.map(({ payout: { id } }) => id),
  )
  const cells = rows.map(({ payout: row, companyName }): SheetCell[] => [
    row.payoutNo,
    companyName,
    row.accountName,
    row.bankName,
    row.accountNo ?? '',
    { fen: row.amount - row.fee },
    { fen: row.amount },
    { fen: row.fee },
    (numbers.get(row.id) ?? []).join('、'),
    `货款 ${row.payoutNo}`,
  ])
  const bytes = await createWorkbook([
    {
      sheet: '待打款',
      head: sheetColumns.map(([head]) => head),
      widths: sheetColumns.map(([, width]) => width),
      rows: cells,
    },
  ])
  note(`${cells.length} 笔`)
  const saved = await saveGeneratedSheet(context, caller, `待打款 ${today()}`, bytes)
  return { ...saved, rows: cells.length }
}

async function loadOrderNumbers(db: Db, payoutIds: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  if (payoutIds.length === 0) return new Map()
  const rows = await db
    .selectDistinct({ payoutId: payoutLines.payoutId, orderNo: orders.orderNo })
    .from(payoutLines)
    .innerJoin(orders, eq(orders.id, payoutLines.orderId))
    .where(inArray(payoutLines.payoutId, [...payoutIds]))
    .orderBy(asc(orders.orderNo))
  const numbers = new Map<number, string[]>()
  for (const { payoutId, orderNo } of rows) numbers.set(payoutId, [...(numbers.get(payoutId) ?? []), orderNo])
  return numbers
}
