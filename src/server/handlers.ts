import { contract, type Contract, type Domain } from '../contract/contract.ts'
import type { Call } from '../contract/call.ts'
import { CallFailed } from '../contract/failures.ts'
import { accountsHandlers } from './accounts/handlers.ts'
import { categoriesBack, categoriesFand, categoriesForIndex } from './catalogue/categories.ts'
import { favourites } from './catalogue/favourites.ts'
import { catalogueHandlers } from './catalogue/handlers.ts'
import { shopHome, shopInfo } from './catalogue/shop-info.ts'
import { chatHandlers } from './chat/handlers.ts'
import { userById } from './chat/user-by-id.ts'
import { contentHandlers } from './content/handlers.ts'
import { conversationDeals } from './dashboards/conversation-deals.ts'
import { buyerDashboard, sellerDashboard } from './dashboards/order-dashboards.ts'
import { monthlyReport, reportMonths } from './dashboards/monthly-report/monthly-report.ts'
import { operatorAlarms } from './dashboards/operator-alarms.ts'
import { operatorFigures } from './dashboards/operator-figures.ts'
import { operatorStart } from './dashboards/operator-start.ts'
import { record, records, tradeRecord, tradeRecords } from './dashboards/records/records.ts'
import { searchAll } from './dashboards/search-all.ts'
import { buyerDuePayments, sellerDuePayments } from './dashboards/statistics/due-payments.ts'
import { sellerPerformance } from './dashboards/statistics/seller-performance.ts'
import { buyerStatisticsSheet, sellerStatisticsSheet } from './dashboards/statistics/statistics-sheet.ts'
import { buyerTradeStatistics, sellerTradeStatistics } from './dashboards/statistics/trade-statistics.ts'
import { supportCustomer } from './dashboards/support-customer.ts'
import { platformStatistics } from './dashboards/platform-statistics.ts'
import { demandsHandlers } from './demands/handlers.ts'
import { liveHandlers } from './live/handlers.ts'
import {
  attributeSave,
  attributeSort,
  attributeSwitch,
  editedAttributes,
} from './processes/reference-editing/attribute-editing.ts'
import {
  categoryDelete,
  categoryMerge,
  categoryMove,
  categorySave,
  categorySwitch,
  categoryUsage,
  editedCategories,
} from './processes/reference-editing/category-editing.ts'
import { districtSave, districtSwitch, editedDistricts } from './processes/reference-editing/district-editing.ts'
import { editedValues, valueDelete, valueSave, valueSort } from './processes/reference-editing/dictionary-editing.ts'
import { operationsHandlers } from './operations/handlers.ts'
import { ordersHandlers } from './orders/handlers.ts'
import { accountClose, accountClosing, accountReturn, closingCodeSend } from './processes/close-account.ts'
import { dataExport, dataExportRequest } from './processes/export-personal-data.ts'
import { claimReview } from './processes/claim-review.ts'
import { deal, demandOrderSubmit } from './processes/award.ts'
import {
  companySuspend,
  companyRestore,
  certificationRevoke,
  shopCloseByOperator,
  listingTakeDown,
  demandTakeDown,
} from './processes/suspend-companies.ts'
import {
  userSuspend,
  userRestore,
  userSessionsEnd,
  userMessagesResend,
  operatorNoteSave,
} from './processes/suspend-users.ts'
import { complaint, complaints, offenders } from './processes/complaints/complaint-cases.ts'
import { complaintSave, complaintSubject, ownComplaints } from './processes/complaints/complaints.ts'
import {
  complaintReject,
  complaintRelease,
  complaintTake,
  complaintUphold,
} from './processes/complaints/decide-complaints.ts'
import { programmesHandlers } from './processes/programmes/handlers.ts'
import { fraudSignDecide, fraudSigns } from './processes/fraud-signs/fraud-signs.ts'
import { accountViewEnd, accountViewStart } from './processes/view-accounts.ts'
import { shopClose } from './processes/shop-close.ts'
import { projectsHandlers } from './projects/handlers.ts'
import { referenceHandlers } from './reference/handlers.ts'
import { shopsHandlers } from './shops/handlers.ts'
import { shopReplies, shopRepliesSave } from './shops/replies/shop-replies.ts'
import { requisitionApprove } from './processes/approve-requisition.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers by domain. Handlers that use several domains live above them and are added to their domain here. */
const handlers = {
  accounts: {
    ...accountsHandlers,
    claimReview,
    shopReplies,
    shopRepliesSave,
    userById,
    accountClose,
    accountClosing,
    accountReturn,
    closingCodeSend,
    dataExport,
    dataExportRequest,
  },
  catalogue: { ...catalogueHandlers, searchAll },
  chat: { ...chatHandlers, conversationDeals, supportCustomer },
  content: contentHandlers,
  demands: { ...demandsHandlers, deal, demandOrderSubmit },
  live: liveHandlers,
  operations: {
    ...operationsHandlers,
    complaint,
    complaintReject,
    complaintRelease,
    complaints,
    complaintSave,
    complaintSubject,
    complaintTake,
    complaintUphold,
    fraudSignDecide,
    fraudSigns,
    offenders,
    ownComplaints,
    monthlyReport,
    reportMonths,
    operatorStart,
    operatorFigures,
    operatorAlarms,
    platformStatistics,
    records,
    record,
    tradeRecords,
    tradeRecord,
    userSuspend,
    userRestore,
    userSessionsEnd,
    accountViewStart,
    accountViewEnd,
    userMessagesResend,
    operatorNoteSave,
    companySuspend,
    companyRestore,
    certificationRevoke,
    shopCloseByOperator,
    listingTakeDown,
    demandTakeDown,
  },
  orders: {
    ...ordersHandlers,
    buyerDashboard,
    sellerDashboard,
    buyerDuePayments,
    buyerStatisticsSheet,
    buyerTradeStatistics,
    sellerDuePayments,
    sellerPerformance,
    sellerStatisticsSheet,
    sellerTradeStatistics,
    requisitionApprove,
  },
  projects: { ...projectsHandlers, ...programmesHandlers },
  reference: {
    ...referenceHandlers,
    categoriesBack,
    categoriesFand,
    categoriesForIndex,
    attributeSave,
    attributeSort,
    attributeSwitch,
    categoryDelete,
    categoryMerge,
    categoryMove,
    categorySave,
    categorySwitch,
    categoryUsage,
    editedAttributes,
    editedCategories,
    districtSave,
    districtSwitch,
    editedDistricts,
    editedValues,
    valueDelete,
    valueSave,
    valueSort,
  },
  shops: { ...shopsHandlers, favourites, shopClose, shopHome, shopInfo },
} satisfies { [D in Domain]: Handlers<Contract[D]> }

/**
 * A handler with erased types, for the dispatcher; the contract has checked them.
 * A method type because method parameters are compared bivariantly.
 */
type UntypedHandler = { run(input: unknown, context: Context): Promise<unknown> }['run']

export interface Entry {
  /** `domain.name`, as in the contract. */
  readonly name: string
  readonly call: Call
  readonly handler: UntypedHandler
}

/**
 * A declared call without a handler. It does not compile; the development server, which does not type-check, keeps
 * serving the other calls.
 */
const withoutHandler: UntypedHandler = () => Promise.reject(new CallFailed('handlerMissing'))

/** Entries of one domain. */
export function entriesOf(domain: string, calls: Record<string, Call>, of: Record<string, UntypedHandler>): Entry[] {
  return Object.entries(calls).map(([name, call]) => {
    return { name: `${domain}.${name}`, call, handler: of[name] ?? withoutHandler }
  })
}

const entries: readonly Entry[] = Object.entries(contract).flatMap(([domain, calls]) =>
  entriesOf(domain, calls, Object.entries(handlers).find(([name]) => name === domain)?.[1] ?? {}),
)

/** Every call by its path below /api. */
export const entryByPath: ReadonlyMap<string, Entry> = new Map(entries.map((entry) => [entry.call.path, entry]))
/** Every call by `domain.name`. */
export const entryByName: ReadonlyMap<string, Entry> = new Map(entries.map((entry) => [entry.name, entry]))
