import { buildAccounts } from './build-accounts.ts'
import { buildCompanies } from './build-companies.ts'
import { buildCatalogue } from './build-catalogue.ts'
import { buildChats } from './build-chats.ts'
import { buildDemands } from './build-demands.ts'
import { buildInquiries } from './build-inquiries.ts'
import { buildOperations } from './build-operations.ts'
import { buildOrders } from './build-orders.ts'
import { buildShops } from './build-shops.ts'
import { calendar } from './calendar.ts'
import { changeLog } from './changes.ts'

/** Every row of the demo as plain values with ids, the same for the same day. */
export function build(now: Date) {
  const days = calendar(now)
  const log = changeLog()
  const accounts = buildAccounts(days, log)
  const companies = buildCompanies(accounts, log)
  const shops = buildShops(accounts, days, log)
  const catalogue = buildCatalogue(accounts, days, log)
  const demands = buildDemands(accounts, catalogue, days, log)
  const orders = buildOrders(accounts, catalogue, demands, days, log)
  const chats = buildChats(accounts, catalogue, demands.demands, days)
  const inquiries = buildInquiries(accounts, catalogue, days, log)
  const operations = buildOperations(accounts, demands, orders, days, log)
  return { accounts, companies, shops, catalogue, demands, orders, chats, inquiries, operations, changes: log.rows }
}
