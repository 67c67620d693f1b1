import { and, count, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { FraudSign, fraudSignsCalls } from '../../../contract/operations/fraud-signs.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { fraudSigns as table } from '../../../db/tables/moderation.ts'
import { orders } from '../../../db/tables/orders.ts'
import { payments } from '../../../db/tables/payments.ts'
import {
  fraudSignLabels,
  fraudSignReason,
  fraudSignStates,
  fraudSignTransitions,
  isSignOpen,
  type FraudSignRecord,
} from '../../../domain/operations/fraud-signs.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

type Sign = typeof table.$inferSelect

const recordKey = ({ kind, id }: FraudSignRecord): string => `${kind} ${id}`

/** Names and numbers of the records of some signs, one query per kind. */
async function labelsOf(db: Db, signs: readonly Sign[]): Promise<ReadonlyMap<string, string>> {
  const records = signs.flatMap((sign) => sign.records)
  const idsOf = (kind: FraudSignRecord['kind']) => [
    ...new Set(records.flatMap((record) => (record.kind === kind ? [record.id] : []))),
  ]
  const [userIds, companyIds, orderIds, paymentIds] = [
    idsOf('user'),
    idsOf('company'),
    idsOf('order'),
    idsOf('payment'),
  ]
  const kinds = [
    [
      'user',
      userIds,
      () => db.select({ id: users.id, label: users.loginName }).from(users).where(inArray(users.id, userIds)),
    ],
    [
      'company',
      companyIds,
      () =>
        db.select({ id: companies.id, label: companies.name }).from(companies).where(inArray(companies.id, companyIds)),
    ],
    [
      'order',
      orderIds,
      () => db.select({ id: orders.id, label: orders.orderNo }).from(orders).where(inArray(orders.id, orderIds)),
    ],
    [
      'payment',
      paymentIds,
      () =>
        db
          .select({ id: payments.id, label: payments.paymentNo })
          .from(payments)
          .where(inArray(payments.id, paymentIds)),
    ],
  ] as const
  const labels = new Map<string, string>()
  for (const [kind, wanted, load] of kinds) {
    if (wanted.length === 0) continue
    for (const { id, label } of await load()) labels.set(recordKey({ kind, id }), label)
  }
  return labels
}

export const fraudSigns: Handler<typeof fraudSignsCalls.fraudSigns> = async (input, { db, caller }) => {
  const { kind, status, before, pageSize } = input
  const isOthers =
    caller.companyId === null ? undefined : sql`not ${table.companyIds} @> array[${caller.companyId}]::int[]`
  const ofKind = and(kind && eq(table.kind, kind), isOthers)
  const rows = await db
    .select({ sign: table, decidedBy: users.loginName })
    .from(table)
    .leftJoin(users, eq(users.id, table.decidedBy))
    .where(and(ofKind, status && eq(table.status, status), before === undefined ? undefined : lt(table.id, before)))
    .orderBy(desc(table.id))
    .limit(pageSize + 1)
  const counted = await db
    .select({ status: table.status, count: count() })
    .from(table)
    .where(ofKind)
    .groupBy(table.status)
  const counts = { open: 0, dismissed: 0, confirmed: 0 }
  for (const each of counted) counts[each.status] = each.count
  const shown = rows.slice(0, pageSize)
  const labels = await labelsOf(
    db,
    shown.map(({ sign }) => sign),
  )
  return {
    counts,
    next: rows.length > pageSize ? (shown.at(-1)?.sign.id ?? null) : null,
    data: shown.map(({ sign, decidedBy }): FraudSign => ({
      signId: sign.id,
      kind: sign.kind,
      status: sign.status,
      reason: fraudSignReason(sign.kind, sign.key, sign.records),
      records: sign.records.map((record) => ({
        kind: record.kind,
        id: record.id,
        label: labels.get(recordKey(record)) ?? '',
      })),
      firstAt: sign.firstAt.toISOString(),
      lastAt: sign.lastAt.toISOString(),
      foundAt: sign.createdAt.toISOString(),
      decision: sign.decision,
      decidedBy: decidedBy ?? '',
      decidedAt: sign.decidedAt?.toISOString() ?? null,
    })),
  }
}

export const fraudSignDecide: Handler<typeof fraudSignsCalls.fraudSignDecide> = async (input, context) => {
  const { db, caller, note } = context
  const { signId, decision, reason } = input
  const [row] = await db.select().from(table).where(eq(table.id, signId)).for('update')
  if (row === undefined) throw new CallFailed('notFound')
  const status = nextState(fraudSignTransitions, row.status, decision, 'operator')
  if (!isSignOpen(row.status) || status === undefined) {
    const [other] = await db
      .select({ name: users.loginName })
      .from(users)
      .where(eq(users.id, row.decidedBy ?? 0))
    throw new CallFailed('signDecided', { name: other?.name ?? '' })
  }
  const decided = { decision: reason, decidedBy: caller.userId, decidedAt: new Date() }
  await db
    .update(table)
    .set({ ...decided, status })
    .where(eq(table.id, signId))
  const step = { event: decision, fromStatus: row.status, toStatus: status, userId: caller.userId, reason }
  await recordSteps(db, [{ entity: 'fraud_sign', entityId: signId, ...step }])
  const { companyIds } = row
  note(`${fraudSignLabels[row.kind]}，${fraudSignStates[status].label}`, { kind: 'fraudSign', id: signId, companyIds })
  return { status }
}
