import { randomUUID } from 'node:crypto'
import type { Db } from '../open.ts'
import {
  bankAccounts,
  certifications,
  companyClaims,
  companies,
  invoiceDetails,
  legalPersons,
  roles,
  userRoles,
  users,
} from '../tables/accounts.ts'
import { brands, molecules, productBatches, productSpecs, products, services } from '../tables/catalogue.ts'
import { conversations, messages, readPositions } from '../tables/chat.ts'
import { dealEntries } from '../tables/deal-record.ts'
import { declarations, govProjects } from '../tables/declarations.ts'
import {
  annexOpenings,
  demandAcceptances,
  demandMatches,
  demands,
  demandSubscriptions,
  followUps,
  leads,
  offers,
  offerVersions,
} from '../tables/demands.ts'
import { demandEvaluations, demandEvaluators, demandScores } from '../tables/evaluations.ts'
import { agreements, agreementVersions } from '../tables/agreements.ts'
import {
  sampleExcursions,
  sampleReadings,
  sampleShipmentItems,
  sampleShipments,
  samples,
  sensorAssignments,
  sensors,
} from '../tables/samples.ts'
import { changeOrders } from '../tables/change-orders.ts'
import { invoiceFields, matchChanges, matchExceptions, orderMatches } from '../tables/matching.ts'
import { disputeEvidence, disputes } from '../tables/disputes.ts'
import { bookings, news, parkPolicies, parks, policies } from '../tables/drug.ts'
import { digitalApps, digitalJoins, digitalSolutionApps, digitalSolutions } from '../tables/digital.ts'
import { favourites, inquiries, inquiryMessages } from '../tables/interest.ts'
import { deliveries, invoices, reviews } from '../tables/fulfilment.ts'
import { drawAwards, drawEntries, drawPrizes, drawRounds } from '../tables/draw.ts'
import { liveBookings, liveClasses, liveQuestions, liveWatches, scoreAccounts, scoreEntries } from '../tables/live.ts'
import { letterRecipients, letters } from '../tables/letters.ts'
import { facts, notices, operationLogs, stateChanges } from '../tables/operations.ts'
import { orderLines, orderMilestones, orders, paymentLines, userAddresses } from '../tables/orders.ts'
import {
  ledgerEntries,
  ledgerMovements,
  paymentParts,
  payments,
  payoutLines,
  payouts,
  refundRequestLines,
  refundRequests,
  refunds,
} from '../tables/payments.ts'
import { budgetEntries } from '../tables/budget-entries.ts'
import { budgets, costCentres } from '../tables/budgets.ts'
import { apiKeys, externalReferences, webhookAttempts, webhookEndpoints, webhookMessages } from '../tables/open-api.ts'
import { programmeConversations, programmeEntries, programmeMembers, programmes } from '../tables/programmes.ts'
import { approvalPolicies, requisitionEntries, requisitions } from '../tables/requisitions.ts'
import { cannedAnswers, serviceCaseEvents, serviceCases } from '../tables/support.ts'
import { searchDays } from '../tables/search.ts'
import {
  qualificationItems,
  shopFollows,
  shopPictures,
  shopQualifications,
  shops,
  supplierMarks,
} from '../tables/shops.ts'
import { shopViews } from '../tables/statistics.ts'
import { pageViews } from '../tables/visits.ts'
import { build } from './build.ts'
import { buildSearchDays } from './build-searches.ts'
import { demoIds } from './build-accounts.ts'
import { refundAnswerDue } from '../../domain/orders/refund-requests.ts'
import { insertBatches, advanceSequences } from './rows.ts'
import { seedReference } from './seed-reference.ts'

/** Password of every demo account. */
const demoPassword = 'Demo@2026'
/** Increased when the demo data change, to distinguish older installations. */
const seedVersion = 6

export interface SeedOptions {
  readonly now: Date
  readonly hash: (password: string) => Promise<string>
  /** Builds the search documents of all rows. */
  readonly index: (tx: Db) => Promise<void>
}

/** Fills an empty database with the demo: one transaction, a few hundred rows per statement. */
export async function seed(db: Db, { now, hash, index }: SeedOptions): Promise<void> {
  const rows = build(now)
  const [demoHash, unusableHash] = [await hash(demoPassword), await hash(randomUUID())]
  await db.transaction(async (tx) => {
    await seedReference(tx)
    const { organisations, users: people, roles: roleRows, userRoles: links } = rows.accounts
    await tx.insert(companies).values(organisations.map(({ company }) => company))
    const withHash = people.map(({ demo, ...row }) => ({ ...row, passwordHash: demo ? demoHash : unusableHash }))
    await tx.insert(users).values(withHash)
    await tx.insert(roles).values([...roleRows])
    await tx.insert(userRoles).values([...links])
    await tx.insert(shops).values(organisations.flatMap(({ shop }) => shop ?? []))
    await tx.insert(shopQualifications).values(rows.shops.qualifications)
    await tx.insert(qualificationItems).values(rows.shops.items)
    await tx.insert(certifications).values(rows.companies.certifications)
    await tx.insert(companyClaims).values(rows.claims)
    await tx.insert(legalPersons).values(rows.companies.legalPersons)
    await tx.insert(invoiceDetails).values(rows.companies.invoiceDetails)
    await tx.insert(bankAccounts).values(rows.companies.bankAccounts)
    await tx.insert(userAddresses).values(rows.companies.addresses)

    await tx.insert(brands).values([...rows.catalogue.brands])
    await insertBatches(rows.catalogue.services, 150, (part) => tx.insert(services).values(part))
    await insertBatches(rows.catalogue.molecules, 150, (part) => tx.insert(molecules).values(part))
    await insertBatches(rows.catalogue.products, 150, (part) => tx.insert(products).values(part))
    await insertBatches(rows.catalogue.specs, 500, (part) => tx.insert(productSpecs).values(part))
    await tx.insert(productBatches).values([...rows.catalogue.batches])

    await tx.insert(programmes).values([...rows.programmes.programmes])
    await tx.insert(programmeMembers).values([...rows.programmes.members])
    await tx.insert(programmeEntries).values([...rows.programmes.entries])
    await insertBatches(rows.demands.demands, 150, (part) => tx.insert(demands).values(part))
    await insertBatches(rows.demands.offers, 300, (part) => tx.insert(offers).values(part))
    await insertBatches(rows.demands.versions, 200, (part) => tx.insert(offerVersions).values(part))
    await tx.insert(demandEvaluations).values(rows.evaluations.evaluation)
    await tx.insert(demandEvaluators).values(rows.evaluations.evaluators)
    await tx.insert(demandScores).values(rows.evaluations.scores)
    await tx.insert(demandAcceptances).values(rows.annexes.acceptances)
    await tx.insert(annexOpenings).values(rows.annexes.openings)
    await tx.insert(searchDays).values(buildSearchDays(now))
    await tx.insert(demandSubscriptions).values(rows.matches.subscriptions)
    await tx.insert(demandMatches).values(rows.matches.matches)
    await tx.insert(followUps).values(rows.followUps)
    await tx.insert(leads).values(rows.leads)
    await tx.insert(costCentres).values(rows.budgets.centres)
    await tx.insert(budgets).values(rows.budgets.budgets)
    await tx.insert(agreements).values(rows.agreements.agreements)
    await tx.insert(agreementVersions).values(rows.agreements.versions)
    await tx.insert(supplierMarks).values(rows.agreements.marks)
    await insertBatches(rows.orders.orders, 300, (part) => tx.insert(orders).values(part))
    await insertBatches(rows.orders.lines, 500, (part) => tx.insert(orderLines).values(part))
    await insertBatches(rows.orders.payments, 500, (part) => tx.insert(paymentLines).values(part))
    await insertBatches(rows.orders.milestones, 500, (part) => tx.insert(orderMilestones).values(part))
    await tx.insert(changeOrders).values([...rows.changeOrders])
    await tx.insert(sampleShipments).values([...rows.samples.shipments])
    await tx.insert(samples).values([...rows.samples.samples])
    await tx.insert(sampleShipmentItems).values([...rows.samples.items])
    await tx.insert(sensors).values([...rows.samples.sensors])
    await tx.insert(sensorAssignments).values([...rows.samples.assignments])
    await insertBatches(rows.samples.readings, 300, (part) => tx.insert(sampleReadings).values(part))
    await tx.insert(sampleExcursions).values([...rows.samples.excursions])
    await tx.insert(approvalPolicies).values(rows.requisitions.policies)
    await tx.insert(requisitions).values(rows.requisitions.requisitions)
    await tx.insert(requisitionEntries).values(rows.requisitions.entries)
    await insertBatches(rows.budgets.entries, 300, (part) => tx.insert(budgetEntries).values(part))
    await insertBatches(rows.disputes.disputes, 300, (part) => tx.insert(disputes).values(part))
    await insertBatches(rows.disputes.evidence, 300, (part) => tx.insert(disputeEvidence).values(part))
    await insertBatches(rows.money.payments, 300, (part) => tx.insert(payments).values(part))
    await insertBatches(rows.money.parts, 500, (part) => tx.insert(paymentParts).values(part))
    await tx.insert(refundRequests).values(
      rows.money.requests.map(({ line: _line, lineId: _lineId, amount: _amount, ...request }) => ({
        ...request,
        side: 'buyer' as const,
        status: request.answeredAt === null ? ('requested' as const) : ('agreed' as const),
        answerUntil: refundAnswerDue(request.createdAt),
      })),
    )
    await tx.insert(refundRequestLines).values(
      rows.money.requests.map(({ id, lineId, amount, answeredAt }) => ({
        requestId: id,
        lineId,
        asked: amount,
        agreed: answeredAt === null ? null : amount,
      })),
    )
    await insertBatches(rows.money.refunds, 300, (part) => tx.insert(refunds).values(part))
    await tx.insert(payouts).values(rows.payouts.payouts)
    await tx.insert(payoutLines).values(rows.payouts.lines)
    await insertBatches(rows.money.movements, 500, (part) => tx.insert(ledgerMovements).values(part))
    await insertBatches(rows.money.entries, 500, (part) => tx.insert(ledgerEntries).values(part))
    await insertBatches(rows.deliveries, 300, (part) => tx.insert(deliveries).values(part))
    await insertBatches(rows.invoices, 300, (part) => tx.insert(invoices).values(part))
    await insertBatches(rows.matching.fields, 300, (part) => tx.insert(invoiceFields).values(part))
    await insertBatches(rows.matching.exceptions, 300, (part) => tx.insert(matchExceptions).values(part))
    await insertBatches(rows.matching.matches, 300, (part) => tx.insert(orderMatches).values(part))
    // Inserted invoices and refunds have queued their orders, which are matched already.
    await tx.delete(matchChanges)
    await insertBatches(rows.dealRecord, 500, (part) => tx.insert(dealEntries).values(part))
    await insertBatches(rows.reviews, 300, (part) => tx.insert(reviews).values(part))

    await insertBatches(rows.chats.conversations, 300, (part) => tx.insert(conversations).values(part))
    await tx.insert(programmeConversations).values([...rows.programmes.conversations])
    await insertBatches(rows.chats.messages, 500, (part) => tx.insert(messages).values(part))
    await insertBatches(rows.chats.readPositions, 500, (part) => tx.insert(readPositions).values(part))

    await tx.insert(serviceCases).values([...rows.support.cases])
    await tx.insert(serviceCaseEvents).values([...rows.support.events])
    await tx.insert(cannedAnswers).values([...rows.support.canned])

    await insertBatches(rows.messages.notices, 500, (part) => tx.insert(notices).values(part))
    for (const letter of rows.messages.letters) await tx.insert(letters).values(letter)
    for (const receipt of rows.messages.receipts) await tx.insert(letterRecipients).values(receipt)

    await insertBatches(rows.inquiries.inquiries, 500, (part) => tx.insert(inquiries).values(part))
    await insertBatches(rows.inquiries.messages, 500, (part) => tx.insert(inquiryMessages).values(part))

    await insertBatches(rows.interest.pictures, 500, (part) => tx.insert(shopPictures).values(part))
    await tx.insert(favourites).values(rows.interest.favourites)
    await tx.insert(shopFollows).values(rows.interest.follows)

    await tx.insert(govProjects).values(rows.projects.projects)
    await tx.insert(declarations).values(rows.projects.declarations)
    await tx.insert(digitalApps).values(rows.digital.apps)
    await tx.insert(digitalSolutions).values(rows.digital.solutions)
    await tx.insert(digitalSolutionApps).values(rows.digital.uses)
    await tx.insert(digitalJoins).values(rows.digital.joins)

    await insertBatches(rows.visits, 1_000, (part) => tx.insert(pageViews).values(part))
    await insertBatches(rows.shopViews, 1_000, (part) => tx.insert(shopViews).values(part))
    await tx.insert(news).values(rows.drug.news)
    await tx.insert(policies).values(rows.drug.policies)
    await tx.insert(parks).values(rows.drug.parks)
    await tx.insert(parkPolicies).values(rows.drug.parkPolicies)
    await tx.insert(bookings).values(rows.drug.bookings)

    await tx.insert(liveClasses).values(rows.live.classes)
    await insertBatches(rows.live.bookings, 500, (part) => tx.insert(liveBookings).values(part))
    await tx.insert(liveWatches).values(rows.live.watches)
    await tx.insert(liveQuestions).values(rows.live.questions)
    await tx.insert(scoreAccounts).values(rows.draws.accounts)
    await insertBatches(rows.draws.ledger, 500, (part) => tx.insert(scoreEntries).values(part))
    await tx.insert(drawRounds).values(rows.draws.rounds)
    await tx.insert(drawPrizes).values(rows.draws.prizes)
    await tx.insert(drawEntries).values(rows.draws.entries)
    await tx.insert(drawAwards).values(rows.draws.awards)

    await insertBatches(rows.changes, 500, (part) => tx.insert(stateChanges).values(part))
    // After the steps, whose triggers would write events.
    await tx.insert(apiKeys).values([...rows.openApi.keys])
    await tx.insert(webhookEndpoints).values([...rows.openApi.endpoints])
    await tx.insert(webhookMessages).values([...rows.openApi.messages])
    await tx.insert(webhookAttempts).values([...rows.openApi.attempts])
    await tx.insert(externalReferences).values([...rows.openApi.references])
    await insertBatches(rows.operations, 500, (part) => tx.insert(operationLogs).values(part))
    await tx.insert(facts).values([
      { key: 'platformServiceId', value: demoIds.service },
      { key: 'seedVersion', value: seedVersion },
    ])
    await advanceSequences(tx, withIds)
    await index(tx)
  })
}

const withIds = [
  sampleExcursions,
  sampleShipments,
  samples,
  sensorAssignments,
  sensors,
  agreements,
  agreementVersions,
  supplierMarks,
  changeOrders,
  matchExceptions,
  declarations,
  disputes,
  digitalApps,
  digitalJoins,
  digitalSolutionApps,
  digitalSolutions,
  govProjects,
  letters,
  companies,
  users,
  roles,
  certifications,
  companyClaims,
  shops,
  shopQualifications,
  qualificationItems,
  brands,
  services,
  molecules,
  products,
  productSpecs,
  productBatches,
  approvalPolicies,
  apiKeys,
  webhookEndpoints,
  webhookMessages,
  programmes,
  programmeEntries,
  requisitions,
  requisitionEntries,
  costCentres,
  budgets,
  budgetEntries,
  stateChanges,
  operationLogs,
  demands,
  offers,
  offerVersions,
  orders,
  orderLines,
  paymentLines,
  orderMilestones,
  payments,
  paymentParts,
  refundRequests,
  refunds,
  payouts,
  payoutLines,
  ledgerMovements,
  deliveries,
  invoices,
  reviews,
  conversations,
  messages,
  serviceCases,
  inquiries,
  inquiryMessages,
  shopPictures,
  favourites,
  shopFollows,
  liveClasses,
  drawRounds,
  drawPrizes,
  drawEntries,
  drawAwards,
  leads,
  demandSubscriptions,
  demandMatches,
  news,
  policies,
  parks,
  bookings,
]
