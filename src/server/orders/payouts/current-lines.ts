import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payoutLines, payouts } from '../../../db/tables/payments.ts'
import { changeablePayouts, payoutFee, payoutUpkeep, type PayoutBlocker } from '../../../domain/orders/payouts.ts'
import { loadHeldMoney } from './held-money.ts'
import type { PayoutLineRow } from './move-payout.ts'

/** Settings of payouts. */
export type PayoutSettings = Config['payout']

export interface CurrentLine {
  readonly line: PayoutLineRow
  /** With the amount that is held now. */
  readonly now: PayoutLineRow
  readonly blocker: PayoutBlocker | null
}

/** Lines of a locked payout with what is held now, in their order; fen. */
export async function loadCurrentLines(
  tx: Db,
  settings: PayoutSettings,
  lines: readonly PayoutLineRow[],
): Promise<CurrentLine[]> {
  if (lines.length === 0) return []
  const partIds = lines.map(({ partId }) => partId)
  return currentLines(tx, settings, lines, inArray(paymentParts.id, partIds))
}

async function currentLines(
  db: Db,
  { days, fee: rate }: PayoutSettings,
  lines: readonly PayoutLineRow[],
  ofParts: SQL,
): Promise<CurrentLine[]> {
  const money = new Map((await loadHeldMoney(db, days, ofParts)).map((held) => [held.partId, held]))
  return lines.map((line) => {
    const found = money.get(line.partId)
    const amount = found?.held ?? 0
    const fee = amount === line.amount ? line.fee : payoutFee(amount, rate)
    return { line, now: { ...line, amount, fee }, blocker: found?.blocker ?? null }
  })
}

/** Lines with the amounts that are held now, without those that have none. */
export const linesLeft = (lines: readonly CurrentLine[]): PayoutLineRow[] =>
  lines.map(({ now }) => now).filter(({ amount }) => amount > 0)

/** Payouts that the job has something to do for, by id. Two queries, whatever their number. */
export async function findOutdatedPayouts(db: Db, settings: PayoutSettings): Promise<number[]> {
  const isChangeable = inArray(payouts.status, [...changeablePayouts])
  const rows = await db
    .select({ id: payouts.id, status: payouts.status, line: payoutLines })
    .from(payouts)
    .leftJoin(payoutLines, eq(payoutLines.payoutId, payouts.id))
    .where(isChangeable)
    .orderBy(asc(payouts.id), asc(payoutLines.id))
  const partIds = db
    .select({ id: payoutLines.partId })
    .from(payoutLines)
    .innerJoin(payouts, eq(payouts.id, payoutLines.payoutId))
    .where(isChangeable)
  const lines = rows.flatMap(({ line }) => (line === null ? [] : [line]))
  const current = await currentLines(db, settings, lines, inArray(paymentParts.id, partIds))
  const byPayout = Map.groupBy(current, ({ line }) => line.payoutId)
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  return [...statuses].flatMap(([id, status]) => (payoutUpkeep(status, byPayout.get(id) ?? []) === null ? [] : [id]))
}
