import { buildAgreements } from './build-agreements.ts'
import { buildSamples } from './build-samples.ts'
import { buildAnnexes } from './build-annexes.ts'
import { buildAccounts } from './build-accounts.ts'
import { buildClaims, buildCompanies } from './build-companies.ts'
import { buildCatalogue } from './build-catalogue.ts'
import { buildChangeOrders } from './build-change-orders.ts'
import { buildChats, buildServiceCases } from './build-chats.ts'
import { buildDeclarations, buildDigital } from './build-projects.ts'
import { buildDeliveries, buildReviews } from './build-fulfilment.ts'
import { buildDealRecord } from './build-deal-record.ts'
import { buildDemands } from './build-demands.ts'
import { buildDisputes } from './build-disputes.ts'
import { buildDrug } from './build-drug.ts'
import { buildInquiries, buildMessages } from './build-messages.ts'
import { buildDraws, buildLive } from './build-live.ts'
import { buildEvaluations } from './build-evaluations.ts'
import { buildFollowUps, buildLeads, buildMatches } from './build-leads.ts'
import { buildPayouts } from './build-payouts.ts'
import { buildMatching, setTaxRates } from './build-matching.ts'
import { buildInvoices, buildPayments } from './build-payments.ts'
import { buildInterest, buildShops } from './build-shops.ts'
import { buildOperations, buildPageViews, buildShopViews } from './build-operations.ts'
import { buildBudgets } from './build-budgets.ts'
import { buildOpenApi } from './build-open-api.ts'
import { buildProgrammes } from './build-programmes.ts'
import { buildRequisitions } from './build-requisitions.ts'
import { buildOrders } from './build-orders.ts'
import { calendar } from './calendar.ts'
import { changeLog } from './changes.ts'

/** Every row of the demo as plain values with ids, the same for the same day. */
export function build(now: Date) {
  const days = calendar(now)
  const log = changeLog()
  const accounts = buildAccounts(days, log)
  const companies = buildCompanies(accounts, log)
  const claims = buildClaims(accounts, days, log)
  const shops = buildShops(accounts, days, log)
  const catalogue = buildCatalogue(accounts, days, log)
  const demands = buildDemands(accounts, catalogue, days, log)
  const evaluations = buildEvaluations(accounts, demands, days, log)
  const annexes = buildAnnexes(demands, days)
  const matches = buildMatches(accounts, catalogue, demands, days)
  const leads = buildLeads(days, log)
  const followUps = buildFollowUps(accounts, demands, days)
  const { orders, changes: changeOrders } = buildChangeOrders(
    buildOrders(accounts, catalogue, demands, days, log),
    accounts,
    days,
    log,
  )
  setTaxRates(orders)
  const agreements = buildAgreements(accounts, catalogue, demands, orders, days, log)
  const requisitions = buildRequisitions(accounts, catalogue, days)
  const money = buildPayments(accounts, orders, days, log)
  const budgets = buildBudgets(accounts, orders, money, days)
  const payouts = buildPayouts(accounts, companies.bankAccounts, orders, money, days, log)
  const invoices = buildInvoices(accounts, companies.invoiceDetails, orders, days, log)
  const deliveries = buildDeliveries(accounts, orders, log)
  const disputes = buildDisputes(accounts, orders, log, now)
  const reviews = buildReviews(accounts, orders, days)
  const chats = buildChats(accounts, catalogue, demands.demands, days)
  const programmes = buildProgrammes(accounts, { demands, orders, chats }, days)
  const openApi = buildOpenApi(accounts, { demands, orders }, days)
  const support = buildServiceCases(chats)
  const messages = buildMessages(accounts, demands, orders, days)
  const inquiries = buildInquiries(accounts, catalogue, days, log)
  const interest = buildInterest(accounts, catalogue, days)
  const projects = buildDeclarations(accounts, days, log)
  const digital = buildDigital(days, log)
  const drug = buildDrug(accounts, days, log)
  const live = buildLive(accounts, days)
  const draws = buildDraws(live, days)
  const operations = buildOperations(accounts, demands, orders, days, log)
  const matching = buildMatching({ accounts, orders, money, invoices }, days, log)
  const samples = buildSamples(accounts, orders, days, log)
  const dealRecord = buildDealRecord(
    { accounts, orders, money, payouts, invoices, deliveries, disputes, changeOrders, samples },
    log,
  )
  return {
    accounts,
    companies,
    claims,
    shops,
    catalogue,
    demands,
    annexes,
    evaluations,
    matches,
    leads,
    followUps,
    orders,
    agreements,
    samples,
    changeOrders,
    requisitions,
    budgets,
    programmes,
    openApi,
    deliveries,
    disputes,
    money,
    payouts,
    dealRecord,
    invoices,
    matching,
    reviews,
    chats,
    support,
    messages,
    inquiries,
    interest,
    projects,
    digital,
    drug,
    live,
    draws,
    operations,
    visits: buildPageViews(days),
    shopViews: buildShopViews(accounts, days),
    changes: log.rows,
  }
}
