import { and, asc, desc, eq, inArray, lte } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { certifications, companies } from '../../../db/tables/accounts.ts'
import { demands, offers } from '../../../db/tables/demands.ts'
import { orderLines, orders, paymentLines } from '../../../db/tables/orders.ts'
import type { ContractFacts } from '../../../domain/orders/contract-text.ts'
import type { OrderStatus } from '../../../domain/orders/order-states.ts'
import { companyOf, type Side } from '../present-order.ts'

/** What a contract is made of, and how far its order is. Anybody else's order is not found. */
export async function contractFacts(
  db: Db,
  side: Side,
  companyId: number,
  orderId: number,
): Promise<{ facts: ContractFacts; status: OrderStatus }> {
  const [row] = await db
    .select({ order: orders, demandNo: demands.demandNo, offerNo: offers.offerNo, version: offers.version })
    .from(orders)
    .leftJoin(demands, eq(demands.id, orders.demandId))
    .leftJoin(offers, eq(offers.id, orders.offerId))
    .where(and(eq(orders.id, orderId), eq(companyOf(side), companyId)))
  if (row === undefined) throw new CallFailed('notFound')
  const { order, demandNo, offerNo, version } = row
  const at = order.confirmedAt ?? new Date()
  const parties = await partiesAt(db, [order.buyerCompanyId, order.sellerCompanyId], at)
  const { kind, name, specName, unit, quantity, unitPrice, amount } = orderLines
  const lines = await db
    .select({ kind, name, specName, unit, quantity, unitPrice, amount })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))
  const facts: ContractFacts = {
    ...{ orderNo: order.orderNo, source: order.source },
    ...{ buyer: partyOf(parties, order.buyerCompanyId), seller: partyOf(parties, order.sellerCompanyId) },
    createdAt: order.createdAt.toISOString(),
    confirmedAt: order.confirmedAt?.toISOString() ?? null,
    promisedAt: order.promisedAt?.toISOString() ?? null,
    ...{ lines, payments: await paymentsOf(db, order), postage: order.postage, total: order.total },
    ...{ address: addressOf(order.address), invoice: invoiceOf(order.invoice), remark: order.remark },
    offer: demandNo === null || offerNo === null || version === null ? null : { demandNo, offerNo, version },
  }
  return { facts, status: order.status }
}

type Order = typeof orders.$inferSelect
type Party = ContractFacts['buyer']

/** Only of an order from an offer are the days agreed; the others follow from the order and its delivery. */
async function paymentsOf(db: Db, { id, source }: Order): Promise<ContractFacts['payments']> {
  const { name, percent, amount, dueAt } = paymentLines
  const rows = await db
    .select({ name, percent, amount, dueAt })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, id))
    .orderBy(asc(paymentLines.seq))
  return rows.map((line) => ({
    ...{ name: line.name, percent: line.percent, amount: line.amount },
    dueAt: source === 'demand' ? (line.dueAt?.toISOString() ?? null) : null,
  }))
}

const addressOf = (address: Order['address']): ContractFacts['address'] =>
  address && { receiver: address.receiver, districtName: address.districtName, street: address.street }

const invoiceOf = (invoice: Order['invoice']): ContractFacts['invoice'] =>
  invoice && { kind: invoice.kind, title: invoice.title, taxNo: invoice.taxNo }

const partyOf = (parties: ReadonlyMap<number, Party>, companyId: number): Party => {
  const party = parties.get(companyId)
  if (party === undefined) throw new Error(`No company ${companyId}`)
  return party
}

/** Companies as they were certified at a moment: what they call themselves later changes no contract. Two reads. */
async function partiesAt(db: Db, ids: readonly number[], at: Date): Promise<ReadonlyMap<number, Party>> {
  const now = await db
    .select({ id: companies.id, name: companies.name, creditCode: companies.creditCode, address: companies.address })
    .from(companies)
    .where(inArray(companies.id, [...ids]))
  const { companyId, companyName, creditCode, address, status, reviewedAt, version } = certifications
  const then = await db
    .selectDistinctOn([companyId], { companyId, name: companyName, creditCode, address })
    .from(certifications)
    .where(and(inArray(companyId, [...ids]), inArray(status, ['approved', 'expired', 'revoked']), lte(reviewedAt, at)))
    .orderBy(companyId, desc(version))
  const certified = new Map(then.map((one) => [one.companyId, one]))
  return new Map(
    now.map((company) => {
      const of = certified.get(company.id) ?? company
      return [company.id, { name: of.name, creditCode: of.creditCode ?? '', address: of.address }]
    }),
  )
}
