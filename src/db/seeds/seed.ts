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
import { brands, productSpecs, products, services } from '../tables/catalogue.ts'
import { conversations, messages, readPositions } from '../tables/chat.ts'
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
import { disputeEvidence, disputes } from '../tables/disputes.ts'
import { bookings, news, parkPolicies, parks, policies } from '../tables/drug.ts'
import { digitalApps, digitalJoins, digitalSolutionApps, digitalSolutions } from '../tables/digital.ts'
import { favourites, inquiries, inquiryMessages } from '../tables/interest.ts'
import { deliveries, invoices, reviews } from '../tables/fulfilment.ts'
import { drawAwards, drawEntries, drawPrizes, drawRounds } from '../tables/draw.ts'
import { liveBookings, liveClasses, liveQuestions, liveWatches, scoreAccounts, scoreEntries } from '../tables/live.ts'
import { letterRecipients, letters } from '../tables/letters.ts'
import { facts, notices, operationLogs, stateChanges } from '../tables/operations.ts'
import { orderLines, orders, paymentLines, userAddresses } from '../tables/orders.ts'
import { ledgerEntries, ledgerMovements, paymentParts, payments, refunds } from '../tables/payments.ts'
import { cannedAnswers, serviceCaseEvents, serviceCases } from '../tables/support.ts'
import { searchDays } from '../tables/search.ts'
import { shopFollows, shopPictures, shopQualifications, shops } from '../tables/shops.ts'
import { pageViews } from '../tables/visits.ts'
import { build } from './build.ts'
import { buildSearchDays } from './build-searches.ts'
import { demoIds } from './build-accounts.ts'
import { insertBatches, advanceSequences } from './rows.ts'
import { seedReference } from './seed-reference.ts'

/** Password of every demo account. */
const demoPassword = 'Demo@2026'
/** Increased when the demo data change, to distinguish older installations. */
const seedVersion = 2

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
    await tx.insert(certifications).values(rows.companies.certifications)
    await tx.insert(companyClaims).values(rows.claims)
    await tx.insert(legalPersons).values(rows.companies.legalPersons)
    await tx.insert(invoiceDetails).values(rows.companies.invoiceDetails)
    await tx.insert(bankAccounts).values(rows.companies.bankAccounts)
    await tx.insert(userAddresses).values(rows.companies.addresses)

    await tx.insert(brands).values([...rows.catalogue.brands])
    await insertBatches(rows.catalogue.services, 150, (part) => tx.insert(services).values(part))
    await insertBatches(rows.catalogue.products, 150, (part) => tx.insert(products).values(part))
    await insertBatches(rows.catalogue.specs, 500, (part) => tx.insert(productSpecs).values(part))

    await insertBatches(rows.demands.demands, 150, (part) => tx.insert(demands).values(part))
    await insertBatches(rows.demands.offers, 300, (part) => tx.insert(offers).values(part))
    await insertBatches(rows.demands.versions, 200, (part) => tx.insert(offerVersions).values(part))
    await tx.insert(demandAcceptances).values(rows.annexes.acceptances)
    await tx.insert(annexOpenings).values(rows.annexes.openings)
    await tx.insert(searchDays).values(buildSearchDays(now))
    await tx.insert(demandSubscriptions).values(rows.matches.subscriptions)
    await tx.insert(demandMatches).values(rows.matches.matches)
    await tx.insert(followUps).values(rows.followUps)
    await tx.insert(leads).values(rows.leads)
    await insertBatches(rows.orders.orders, 300, (part) => tx.insert(orders).values(part))
    await insertBatches(rows.orders.lines, 500, (part) => tx.insert(orderLines).values(part))
    await insertBatches(rows.orders.payments, 500, (part) => tx.insert(paymentLines).values(part))
    await insertBatches(rows.disputes.disputes, 300, (part) => tx.insert(disputes).values(part))
    await insertBatches(rows.disputes.evidence, 300, (part) => tx.insert(disputeEvidence).values(part))
    await insertBatches(rows.money.payments, 300, (part) => tx.insert(payments).values(part))
    await insertBatches(rows.money.parts, 500, (part) => tx.insert(paymentParts).values(part))
    await insertBatches(rows.money.refunds, 300, (part) => tx.insert(refunds).values(part))
    await insertBatches(rows.money.movements, 500, (part) => tx.insert(ledgerMovements).values(part))
    await insertBatches(rows.money.entries, 500, (part) => tx.insert(ledgerEntries).values(part))
    await insertBatches(rows.deliveries, 300, (part) => tx.insert(deliveries).values(part))
    await insertBatches(rows.invoices, 300, (part) => tx.insert(invoices).values(part))
    await insertBatches(rows.reviews, 300, (part) => tx.insert(reviews).values(part))

    await insertBatches(rows.chats.conversations, 300, (part) => tx.insert(conversations).values(part))
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
  brands,
  services,
  products,
  productSpecs,
  stateChanges,
  operationLogs,
  demands,
  offers,
  offerVersions,
  orders,
  orderLines,
  paymentLines,
  payments,
  paymentParts,
  refunds,
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
