import * as accounts from './accounts.ts'
import * as budgetEntries from './budget-entries.ts'
import * as budgets from './budgets.ts'
import * as agreements from './agreements.ts'
import * as cart from './cart.ts'
import * as catalogue from './catalogue.ts'
import * as changeOrders from './change-orders.ts'
import * as chat from './chat.ts'
import * as declarations from './declarations.ts'
import * as demands from './demands.ts'
import * as digital from './digital.ts'
import * as disputes from './disputes.ts'
import * as drug from './drug.ts'
import * as draw from './draw.ts'
import * as evaluations from './evaluations.ts'
import * as fulfilment from './fulfilment.ts'
import * as help from './help.ts'
import * as interest from './interest.ts'
import * as leaderTickets from './leader-tickets.ts'
import * as letters from './letters.ts'
import * as live from './live.ts'
import * as matching from './matching.ts'
import * as moderation from './moderation.ts'
import * as operations from './operations.ts'
import * as openApi from './open-api.ts'
import * as orders from './orders.ts'
import * as payments from './payments.ts'
import * as programmes from './programmes.ts'
import * as requisitions from './requisitions.ts'
import * as reference from './reference.ts'
import * as samples from './samples.ts'
import * as search from './search.ts'
import * as statistics from './statistics.ts'
import * as support from './support.ts'
import * as shops from './shops.ts'
import * as siteTexts from './site-texts.ts'
import * as uploadParts from './upload-parts.ts'
import * as visits from './visits.ts'

/** Every table, for the query builder. */
export const schema = {
  ...accounts,
  ...budgetEntries,
  ...budgets,
  ...agreements,
  ...cart,
  ...catalogue,
  ...changeOrders,
  ...chat,
  ...declarations,
  ...demands,
  ...digital,
  ...disputes,
  ...drug,
  ...draw,
  ...evaluations,
  ...fulfilment,
  ...help,
  ...interest,
  ...leaderTickets,
  ...letters,
  ...live,
  ...matching,
  ...moderation,
  ...operations,
  ...openApi,
  ...orders,
  ...payments,
  ...reference,
  ...programmes,
  ...requisitions,
  ...samples,
  ...search,
  ...statistics,
  ...support,
  ...shops,
  ...siteTexts,
  ...uploadParts,
  ...visits,
}
