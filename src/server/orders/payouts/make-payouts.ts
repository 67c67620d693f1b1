import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paymentParts, payoutLines, payouts } from '../../../db/tables/payments.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import {
  maxPayoutLines,
  payoutBlockerLabels,
  payoutFee,
  payoutUpkeep,
  sumPayout,
} from '../../../domain/orders/payouts.ts'
import { getPayees } from '../../accounts/companies/payee.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { createJobContext, type NotifyContext } from '../../platform/job-context.ts'
import { operatorIds } from '../../platform/notices/notices.ts'
import type { Push } from '../../push/push.ts'
import { lockOrders } from '../payments/payment-locks.ts'
import { takePayoutNo } from '../payments/payment-numbers.ts'
import {
  findOutdatedPayouts,
  linesLeft,
  loadCurrentLines,
  type CurrentLine,
  type PayoutSettings,
} from './current-lines.ts'
import { isFree, isOfSeller, isPayable, loadHeldMoney } from './held-money.ts'
import {
  lockPayout,
  movePayout,
  noApprovals,
  recordPayout,
  savePayoutLines,
  type LockedPayout,
  type PayoutLineRow,
} from './move-payout.ts'
import { notifySupplier } from './notify-payout.ts'

/** Context of the jobs besides the database. */
export interface PayoutJobContext {
  readonly push: Pick<Push, 'send' | 'endSession' | 'endSensor' | 'ticket'>
  readonly log: Pick<Logger, 'error'>
  readonly config: Pick<Config, 'payout'>
}

/**
 * Makes a payout of the due money of each supplier, after the existing ones were brought up to date. Safe to run twice
 * and in several processes: money is in one payout at a time.
 */
export async function makePayouts(db: Db, job: PayoutJobContext): Promise<void> {
  await refreshPayouts(db, job)
  const sellers = await db
    .selectDistinct({ companyId: orders.sellerCompanyId })
    .from(paymentParts)
    .innerJoin(orders, eq(orders.id, paymentParts.orderId))
    .where(and(gt(paymentParts.held, 0), isFree(db)))
    .orderBy(asc(orders.sellerCompanyId))
  const counts = await forEachInTransaction(db, job, sellers, (tx, context, { companyId }) =>
    makePayout(tx, context, job.config.payout, companyId),
  )
  const made = counts.reduce((sum, count) => sum + count, 0)
  if (made > 0) await notifyOperators(db, job, made)
  await askForAccounts(db, job)
}

/**
 * Runs a step for each item in its own transaction; its notices are sent once it is committed. Errors are logged and do
 * not stop the rest. Returns the results of those that were committed.
 */
async function forEachInTransaction<T, R>(
  db: Db,
  { push, log }: PayoutJobContext,
  items: readonly T[],
  step: (tx: Db, context: NotifyContext, item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (const item of items) {
    const { context, notifyAll } = createJobContext(push)
    try {
      results.push(await db.transaction((tx) => step(tx, context, item)))
      await notifyAll()
    } catch (err) {
      log.error({ err, item }, 'payout clock')
    }
  }
  return results
}

async function notifyOperators(db: Db, { push }: PayoutJobContext, made: number): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  await notify(db, context, 'payout.due', await operatorIds(db, 'trade'), {
    title: `${made} 笔货款到期，等待打款审批`,
    text: '请核对金额与收款账户后初审，再由另一位运营人员复审。',
    path: links.opsPayouts(),
  })
  await notifyAll()
}

/** Makes the payout of one supplier; returns the number of payouts made. */
export async function makePayout(
  tx: Db,
  context: NotifyContext,
  { days, fee: rate }: PayoutSettings,
  companyId: number,
): Promise<number> {
  const free = and(isOfSeller(companyId), isFree(tx))
  const load = async (more = free) =>
    (await loadHeldMoney(tx, days, more)).filter((money) => isPayable(money, new Date()))
  const found = (await load()).slice(0, maxPayoutLines)
  if (found.length === 0) return 0
  await lockOrders(
    tx,
    found.map(({ orderId }) => orderId),
  )
  const partIds = found.map(({ partId }) => partId)
  // Refunds, disputes and other processes may have been faster.
  const due = await load(and(free, inArray(paymentParts.id, partIds)))
  if (due.length === 0) return 0
  const shares = due.map(({ orderId, partId, held }) => ({
    orderId,
    partId,
    amount: held,
    fee: payoutFee(held, rate),
  }))
  const { amount, fee, net } = sumPayout(shares)
  const { id, no } = await takePayoutNo(tx)
  const [payout] = await tx.insert(payouts).values({ id, payoutNo: no, companyId, amount, fee }).returning()
  if (payout === undefined) throw new Error('No payout')
  const lines = await tx
    .insert(payoutLines)
    .values(shares.map((share) => ({ payoutId: id, ...share })))
    .returning()
  await recordPayout(tx, payout, lines, { event: 'create', by: null, fromStatus: '' })
  await notifySupplier(tx, context, companyId, {
    title: `货款 ¥${yuan(net)} 到期，进入打款审核`,
    text: `打款单 ${no}，含 ${lines.length} 笔款项。审核通过后打入贵企业的收款账户。`,
  })
  return 1
}

/** Tells suppliers without a payee account, once per payout, that their money waits for it. */
async function askForAccounts(db: Db, job: PayoutJobContext): Promise<void> {
  const isUnasked = and(eq(payouts.status, 'due'), isNull(payouts.accountAskedAt))
  const due = await db.select({ id: payouts.id, companyId: payouts.companyId }).from(payouts).where(isUnasked)
  const payees = await getPayees(
    db,
    due.map(({ companyId }) => companyId),
  )
  const waiting = due.filter(({ companyId }) => !payees.has(companyId))
  await forEachInTransaction(db, job, waiting, async (tx, context, { id, companyId }) => {
    const [asked] = await tx
      .update(payouts)
      .set({ accountAskedAt: new Date() })
      .where(and(eq(payouts.id, id), isUnasked))
      .returning()
    if (asked === undefined) return
    await notifySupplier(tx, context, companyId, {
      title: `货款 ¥${yuan(asked.amount - asked.fee)} 等待收款账户`,
      text: `打款单 ${asked.payoutNo} 已到期，贵企业尚未填写收款账户，填写后平台才能打款。`,
      path: links.sellerAccount({ tab: 'receiving' }),
    })
  })
}

/**
 * Brings payouts that are not approved up to date: holds them during disputes and refunds, releases them, takes over
 * changed amounts. Locks only those that need it. Safe to run twice and in several processes.
 */
export async function refreshPayouts(db: Db, job: PayoutJobContext): Promise<void> {
  const { payout: settings } = job.config
  const ids = await findOutdatedPayouts(db, settings)
  await forEachInTransaction(db, job, ids, async (tx, context, id) =>
    refreshPayout(tx, context, settings, await lockPayout(tx, id)),
  )
}

/** Brings a locked payout up to date, as a job does. */
export async function refreshPayout(
  tx: Db,
  context: NotifyContext,
  settings: PayoutSettings,
  locked: LockedPayout,
): Promise<void> {
  const { payout, lines } = locked
  const current = await loadCurrentLines(tx, settings, lines)
  const blocked = current.filter(({ blocker }) => blocker !== null)
  const free = current.filter(({ blocker }) => blocker === null)
  switch (payoutUpkeep(payout.status, current)) {
    case 'void':
      return voidPayout(tx, context, locked)
    case 'hold':
      return holdPayout(tx, context, locked, { blocked, free })
    case 'leave':
      return leavePayout(tx, locked, free, blocked)
    case 'release':
      return releasePayout(tx, context, locked, linesLeft(current))
    case 'amend':
      return amendPayout(tx, locked, linesLeft(current))
    case null:
  }
}

async function amendPayout(tx: Db, { payout }: LockedPayout, left: readonly PayoutLineRow[]): Promise<void> {
  await savePayoutLines(tx, payout.id, left)
  await movePayout(tx, payout, left, { event: 'amend', by: null, set: noApprovals })
}

async function voidPayout(tx: Db, context: NotifyContext, { payout, lines }: LockedPayout): Promise<void> {
  await savePayoutLines(tx, payout.id, [])
  const reason = '款项已全部退回买家'
  await movePayout(tx, payout, lines, {
    event: 'void',
    by: null,
    reason,
    set: { ...noApprovals, closedAt: new Date() },
  })
  await notifySupplier(tx, context, payout.companyId, {
    title: `打款单 ${payout.payoutNo} 已撤销`,
    text: '其中的款项已全部退回买家。',
  })
}

async function releasePayout(
  tx: Db,
  context: NotifyContext,
  { payout }: LockedPayout,
  left: readonly PayoutLineRow[],
): Promise<void> {
  await savePayoutLines(tx, payout.id, left)
  const set = { ...noApprovals, reason: '' }
  const released = await movePayout(tx, payout, left, { event: 'release', by: null, set })
  const { net } = sumPayout(left)
  await notifySupplier(tx, context, payout.companyId, {
    title: `货款 ¥${yuan(net)} 已解除暂缓`,
    text: `打款单 ${released.payoutNo} 重新进入打款审核。`,
  })
}

/** Lines without a dispute or refund leave: the next payout takes them. */
async function leavePayout(
  tx: Db,
  { payout }: LockedPayout,
  free: readonly CurrentLine[],
  blocked: readonly CurrentLine[],
): Promise<void> {
  const gone = free.map(({ line }) => line)
  await savePayoutLines(
    tx,
    payout.id,
    blocked.map(({ line }) => line),
  )
  await recordPayout(tx, payout, gone, { event: 'leave', by: null })
}

async function holdPayout(
  tx: Db,
  context: NotifyContext,
  locked: LockedPayout,
  { blocked, free }: { readonly blocked: readonly CurrentLine[]; readonly free: readonly CurrentLine[] },
): Promise<void> {
  if (free.length > 0) await leavePayout(tx, locked, free, blocked)
  const labels = new Set(blocked.flatMap(({ blocker }) => (blocker === null ? [] : [payoutBlockerLabels[blocker]])))
  const reason = [...labels].join('、')
  const lines = blocked.map(({ line }) => line)
  const { payout } = locked
  await movePayout(tx, payout, lines, { event: 'hold', by: null, reason, set: { ...noApprovals, reason } })
  const { net } = sumPayout(lines)
  await notifySupplier(tx, context, payout.companyId, {
    title: `货款 ¥${yuan(net)} 暂缓打款`,
    text: `打款单 ${payout.payoutNo}：${reason}，处理完毕后继续。`,
  })
}
