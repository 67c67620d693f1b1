import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { bankAccounts, companies, legalPersons, sessions, users } from '../../../db/tables/accounts.ts'
import { fraudSigns } from '../../../db/tables/moderation.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import {
  findBursts,
  maxSignRecords,
  type FraudSignKind,
  type FraudSignRecord,
  type Registration,
} from '../../../domain/operations/fraud-signs.ts'
import { livePaymentStates } from '../../../domain/orders/payment-states.ts'
import { networkOf } from '../../../domain/operations/network-of.ts'

/** What the tables show now. */
interface FoundSign {
  readonly kind: FraudSignKind
  readonly key: string
  readonly records: readonly FraudSignRecord[]
  readonly firstAt: Date
  readonly lastAt: Date
}

const ids = sql<number[]>
const recordsOf = (kind: FraudSignRecord['kind'], of: readonly number[]): FraudSignRecord[] =>
  of.slice(0, maxSignRecords).map((id) => ({ kind, id }))

/**
 * Vouchers with the same content. Legitimate, and no sign: a rejected or reversed transfer of an order that is submitted
 * again with its voucher.
 */
async function findSharedVouchers(db: Db): Promise<FoundSign[]> {
  const firstOrder = sql`(select min(${paymentParts.orderId}) from ${paymentParts} where ${paymentParts.paymentId} = ${payments.id})`
  const counts = inArray(payments.status, [...livePaymentStates])
  const rows = await db
    .select({
      key: files.sha256,
      ids: ids`array_agg(${payments.id} order by ${payments.id})`,
      firstAt: sql`min(${payments.createdAt})`.mapWith(payments.createdAt),
      lastAt: sql`max(${payments.createdAt})`.mapWith(payments.createdAt),
    })
    .from(payments)
    .innerJoin(files, eq(files.id, payments.voucherId))
    .where(isNotNull(payments.voucherId))
    .groupBy(files.sha256)
    .having(sql`count(*) filter (where ${counts}) > 1 or count(distinct ${firstOrder}) > 1`)
  return rows.map(({ ids: of, ...row }) => ({ kind: 'sharedVoucher', ...row, records: recordsOf('payment', of) }))
}

/** Companies with the same payee account, by its keyed hash. */
async function findSharedAccounts(db: Db): Promise<FoundSign[]> {
  const { accountHash, companyId, updatedAt } = bankAccounts
  const rows = await db
    .select({
      key: sql<string>`${accountHash}`,
      ids: ids`array_agg(${companyId} order by ${companyId})`,
      firstAt: sql`min(${updatedAt})`.mapWith(updatedAt),
      lastAt: sql`max(${updatedAt})`.mapWith(updatedAt),
    })
    .from(bankAccounts)
    .where(isNotNull(accountHash))
    .groupBy(accountHash)
    .having(sql`count(*) > 1`)
  return rows.map(({ ids: of, ...row }) => ({ kind: 'sharedAccount', ...row, records: recordsOf('company', of) }))
}

/** Days of registrations that are examined. The job runs every hour. */
const burstDays = 3

/** Many accounts from one network; those of a sign that is decided do not count again. */
async function findAccountBursts(db: Db): Promise<FoundSign[]> {
  // The address of a registration is that of the session which it opens.
  const opened = db
    .select({ ip: sessions.ip })
    .from(sessions)
    .where(and(eq(sessions.userId, users.id), sql`${sessions.createdAt} < ${users.createdAt} + interval '10 minutes'`))
    .orderBy(sessions.id)
    .limit(1)
    .as('opened')
  const rows = await db
    .select({ userId: users.id, at: users.createdAt, ip: opened.ip })
    .from(users)
    .innerJoinLateral(opened, sql`true`)
    .where(sql`${users.createdAt} > now() - make_interval(days => ${burstDays}::int)`)
  const decided = await db
    .select({ records: fraudSigns.records })
    .from(fraudSigns)
    .where(
      and(
        eq(fraudSigns.kind, 'accountBurst'),
        isNotNull(fraudSigns.decidedAt),
        sql`${fraudSigns.lastAt} > now() - make_interval(days => ${burstDays}::int)`,
      ),
    )
  const known = new Set(decided.flatMap(({ records }) => records.map(({ id }) => id)))
  const registrations = rows.flatMap(({ userId, at, ip: address }): Registration[] => {
    const network = known.has(userId) ? undefined : networkOf(address)
    return network === undefined ? [] : [{ userId, network, at }]
  })
  return findBursts(registrations).flatMap(({ network, accounts }) => {
    const [first, last] = [accounts[0], accounts.at(-1)]
    if (first === undefined || last === undefined) return []
    const found = recordsOf(
      'user',
      accounts.map(({ userId }) => userId),
    )
    return [{ kind: 'accountBurst', key: network, records: found, firstAt: first.at, lastAt: last.at }]
  })
}

/** Orders between companies with the same legal representative or the same contact number. */
async function findOwnTrade(db: Db): Promise<FoundSign[]> {
  const { buyerCompanyId: buyer, sellerCompanyId: seller, createdAt } = orders
  const of = (column: PgColumn) => ({
    person: sql`(select ${legalPersons.idNoHash} from ${legalPersons} where ${legalPersons.companyId} = ${column})`,
    contact: sql`(select ${companies.contactHash} from ${companies} where ${companies.id} = ${column})`,
  })
  // Pairs first: the orders of a pair are many.
  const pairs = db.$with('pairs').as(db.selectDistinct({ buyer, seller }).from(orders))
  const same = db.$with('same').as(
    db
      .select({ buyer: pairs.buyer, seller: pairs.seller })
      .from(pairs)
      .where(
        sql`${of(pairs.buyer).person} = ${of(pairs.seller).person} or ${of(pairs.buyer).contact} = ${of(pairs.seller).contact}`,
      ),
  )
  const rows = await db
    .with(pairs, same)
    .select({
      buyer,
      seller,
      ids: ids`array_agg(${orders.id} order by ${orders.id})`,
      firstAt: sql`min(${createdAt})`.mapWith(createdAt),
      lastAt: sql`max(${createdAt})`.mapWith(createdAt),
    })
    .from(orders)
    .innerJoin(same, and(eq(same.buyer, buyer), eq(same.seller, seller)))
    .groupBy(buyer, seller)
  return rows.map((row) => ({
    kind: 'ownTrade',
    key: `${row.buyer} ${row.seller}`,
    records: [...recordsOf('company', [row.buyer, row.seller]), ...recordsOf('order', row.ids)].slice(
      0,
      maxSignRecords,
    ),
    firstAt: row.firstAt,
    lastAt: row.lastAt,
  }))
}

/** Companies of some records. */
async function companiesOf(db: Db, records: readonly FraudSignRecord[]): Promise<number[]> {
  const idsOf = (kind: FraudSignRecord['kind']) =>
    records.flatMap((record) => (record.kind === kind ? [record.id] : []))
  const found = new Set(idsOf('company'))
  const [userIds, paymentIds] = [idsOf('user'), idsOf('payment')]
  if (userIds.length > 0) {
    const rows = await db.select({ companyId: users.companyId }).from(users).where(inArray(users.id, userIds))
    for (const { companyId } of rows) if (companyId !== null) found.add(companyId)
  }
  if (paymentIds.length > 0) {
    const rows = await db
      .selectDistinct({ buyer: orders.buyerCompanyId, seller: orders.sellerCompanyId })
      .from(paymentParts)
      .innerJoin(orders, eq(orders.id, paymentParts.orderId))
      .where(inArray(paymentParts.paymentId, paymentIds))
    for (const { buyer, seller } of rows) found.add(buyer).add(seller)
  }
  return [...found]
}

const recordKey = ({ kind, id }: FraudSignRecord): string => `${kind} ${id}`

/**
 * Stores a sign, or adds to the open one what is new. A decided sign stays decided, unless there are further records;
 * further orders of a pair of companies are none.
 */
async function saveSign(db: Db, { kind, key, records, firstAt, lastAt }: FoundSign): Promise<void> {
  const known = await db
    .select()
    .from(fraudSigns)
    .where(and(eq(fraudSigns.kind, kind), eq(fraudSigns.key, key)))
  const open = known.find(({ decidedAt }) => decidedAt === null)
  if (open === undefined) {
    const seen = new Set(known.flatMap((sign) => sign.records.map(recordKey)))
    if (known.length > 0 && records.every((record) => record.kind === 'order' || seen.has(recordKey(record)))) return
    const companyIds = await companiesOf(db, records)
    await db.insert(fraudSigns).values({ kind, key, records, companyIds, firstAt, lastAt }).onConflictDoNothing()
    return
  }
  const seen = new Set(open.records.map(recordKey))
  const further = records.filter((record) => !seen.has(recordKey(record)))
  if (further.length === 0) return
  const all = [...open.records, ...further].slice(0, maxSignRecords)
  await db
    .update(fraudSigns)
    .set({ records: all, companyIds: await companiesOf(db, all), lastAt })
    .where(and(eq(fraudSigns.id, open.id), eq(fraudSigns.status, 'open')))
}

/** Looks for signs of fraud. Running twice changes nothing; each sign is listed once. */
export async function findFraudSigns(db: Db): Promise<void> {
  for (const find of [findSharedVouchers, findSharedAccounts, findAccountBursts, findOwnTrade])
    for (const sign of await find(db)) await saveSign(db, sign)
}
