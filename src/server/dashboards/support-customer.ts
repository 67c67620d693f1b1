import { and, desc, eq, isNull, ne, or } from 'drizzle-orm'
import type { SupportCustomer, supportCustomerCalls } from '../../contract/chat/support-customer.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import { demands } from '../../db/tables/demands.ts'
import { orders } from '../../db/tables/orders.ts'
import { serviceCases } from '../../db/tables/support.ts'
import { certificationLabels, isCompanySuspended } from '../../domain/accounts/certification.ts'
import { readParty } from '../../domain/chat/party.ts'
import { customerRows } from '../../domain/chat/support.ts'
import { demandLabels } from '../../domain/demands/demand-states.ts'
import { orderLabel } from '../../domain/orders/order-states.ts'
import { getOwnConversation } from '../chat/own-conversations.ts'
import { openCaseCondition } from '../chat/support/case-records.ts'
import type { Handler } from '../handler.ts'

/** Company of the visitor: of the person, or of the shop that wrote. */
async function findCompany(db: Db, party: string) {
  const kind = readParty(party)
  if (kind?.is === 'shop') return (await db.select().from(companies).where(eq(companies.id, kind.companyId)))[0]
  if (kind?.is !== 'person') return undefined
  const [row] = await db
    .select({ company: companies })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, kind.userId))
  return row?.company
}

/** The newest orders of a company, on whichever side. */
async function loadOrders(db: Db, companyId: number): Promise<SupportCustomer['orders']> {
  const { id, orderNo, buyerCompanyId, status, total, createdAt } = orders
  const rows = await db
    .select({ id, orderNo, buyerCompanyId, status, total, createdAt })
    .from(orders)
    .where(or(eq(buyerCompanyId, companyId), eq(orders.sellerCompanyId, companyId)))
    .orderBy(desc(id))
    .limit(customerRows)
  return rows.map((row) => {
    const side = row.buyerCompanyId === companyId ? ('buyer' as const) : ('seller' as const)
    return {
      orderId: row.id,
      orderNo: row.orderNo,
      side,
      state: orderLabel(row.status, side),
      total: row.total,
      createdAt: row.createdAt.toISOString(),
    }
  })
}

/** The newest demands of a company. Drafts are its own business. */
async function loadDemands(db: Db, companyId: number): Promise<SupportCustomer['demands']> {
  const { id, demandNo, title, status, deadline } = demands
  const rows = await db
    .select({ id, demandNo, title, status, deadline })
    .from(demands)
    .where(and(eq(demands.companyId, companyId), isNull(demands.deletedAt), ne(status, 'draft')))
    .orderBy(desc(id))
    .limit(customerRows)
  return rows.map((row) => ({
    demandId: row.id,
    demandNo: row.demandNo,
    title: row.title,
    state: demandLabels[row.status],
    deadline: row.deadline.toISOString(),
  }))
}

export const supportCustomer: Handler<typeof supportCustomerCalls.supportCustomer> = async (
  { conversationId },
  { db, caller },
) => {
  const { other } = await getOwnConversation(db, caller, conversationId)
  const [open] = await db
    .select({ agentId: serviceCases.agentId })
    .from(serviceCases)
    .where(openCaseCondition(conversationId))
  if (open === undefined) throw new CallFailed('caseClosed')
  if (open.agentId !== null && open.agentId !== caller.userId) throw new CallFailed('caseTaken')
  const company = await findCompany(db, other)
  const opens = {
    records: caller.operatorPermissions.has('records'),
    trade: caller.operatorPermissions.has('trade'),
  }
  if (company === undefined) return { company: null, orders: [], demands: [], opens }
  const { id, name, certification } = company
  return {
    company: {
      companyId: id,
      name,
      certification: certificationLabels[certification],
      isSuspended: isCompanySuspended(certification),
      isSaler: company.isSaler,
    },
    orders: await loadOrders(db, id),
    demands: await loadDemands(db, id),
    opens,
  }
}
