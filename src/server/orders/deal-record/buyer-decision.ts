import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { buyerDecisionBody, type dealRecordCalls } from '../../../contract/orders/deal-record.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { dealEntries } from '../../../db/tables/deal-record.ts'
import { demandDecisions } from '../../../db/tables/evaluations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { decisionHashText } from '../../../domain/demands/decision-record.ts'
import { canonicalJson } from '../../../domain/orders/deal-record.ts'
import type { Handler } from '../../handler.ts'
import { findSideOrder } from './read-record.ts'

/** What the award of an order was decided on; null without criteria and note. The supplier has no such call. */
export const buyerDecision: Handler<typeof dealRecordCalls.buyerDecision> = async ({ orderId }, { caller, db }) => {
  const order = await findSideOrder(db, 'buyer', caller.companyId, orderId)
  const [row] = await db
    .select()
    .from(demandDecisions)
    .where(and(eq(demandDecisions.orderId, order.id), eq(demandDecisions.companyId, caller.companyId)))
  if (row === undefined) return null
  const entries = await db
    .select({ body: dealEntries.body })
    .from(dealEntries)
    .where(and(eq(dealEntries.orderId, order.id), eq(dealEntries.kind, 'order'), eq(dealEntries.event, 'decide')))
  const recorded = canonicalJson({ fingerprint: row.hash })
  const hash = createHash('sha256').update(decisionHashText(row.salt, row.body), 'utf8').digest('hex')
  const decision = buyerDecisionBody.parse(JSON.parse(row.body))
  const companyIds = decision.offers.map(({ companyId }) => companyId)
  const names = await db
    .select({ id: companies.id, name: companies.shortName })
    .from(companies)
    .where(inArray(companies.id, companyIds))
  const people = await db
    .select({ id: users.id, realName: users.realName, loginName: users.loginName })
    .from(users)
    .where(
      inArray(
        users.id,
        decision.evaluators.map(({ userId }) => userId),
      ),
    )
  return {
    ...decision,
    at: row.createdAt.toISOString(),
    hash: row.hash,
    salt: row.salt,
    body: row.body,
    verified: hash === row.hash && entries.some(({ body }) => body === recorded),
    suppliers: names.map(({ id, name }) => ({ companyId: id, shortName: name })),
    people: people.map(({ id, ...person }) => ({ userId: id, name: personName(person) })),
  }
}
