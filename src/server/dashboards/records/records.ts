import type {
  AnyRecordKind,
  RecordAction,
  RecordPage,
  platformRecordsCalls,
} from '../../../contract/operations/platform-records.ts'
import type { OperatorApproval } from '../../../contract/operations/operator-approvals.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import type { Caller, Handler } from '../../handler.ts'
import { findOpenApprovals } from '../../platform/history/operator-approvals.ts'
import { findRecords } from './record-rows.ts'
import { companyContent, userContent } from './account-records.ts'
import { demandContent, listingContent, shopContent } from './market-records.ts'
import type { RecordContent } from './record-content.ts'
import { orderContent, paymentContent } from './trade-records.ts'

/** What each kind contributes to its page. */
const contents: Record<AnyRecordKind, (db: Db, id: number) => Promise<RecordContent>> = {
  user: userContent,
  company: companyContent,
  shop: shopContent,
  service: (db, id) => listingContent(db, 'service', id),
  product: (db, id) => listingContent(db, 'product', id),
  demand: demandContent,
  order: orderContent,
  payment: paymentContent,
}

/** Actions that need no right to restrict. */
const openActions: ReadonlySet<RecordAction> = new Set(['messagesResend', 'note'])

/** Whether the roles permit an action. */
const permits = ({ operatorPermissions }: Caller, action: RecordAction): boolean =>
  openActions.has(action) || operatorPermissions.has(action === 'accountView' ? 'view' : 'restrict')

/** Whether an action goes with the request that waits for a second operator. */
function suitsApproval(action: RecordAction, approval: OperatorApproval | null): boolean {
  if (action === 'companySuspend') return approval === null
  if (action === 'companySuspendConfirm') return approval !== null && !approval.isOwn
  return action !== 'approvalEnd' || approval !== null
}

/** Page of one record. Lines about orders are for roles that may see orders. */
async function recordPage(db: Db, caller: Caller, kind: AnyRecordKind, id: number): Promise<RecordPage> {
  const content = await contents[kind](db, id)
  const [head] = await findRecords(db, kind, { keyword: String(id), limit: 1 })
  if (head === undefined) throw new CallFailed('notFound')
  const isOwn = caller.companyId !== null && caller.companyId === content.companyId
  const seesTrade = caller.operatorPermissions.has('trade')
  const { number, title, state } = head
  const [approval = null] = kind === 'company' ? await findOpenApprovals(db, caller, id) : []
  return {
    kind,
    id,
    number,
    title,
    state,
    companyId: content.companyId,
    reason: content.reason,
    publicPath: content.publicPath,
    approval,
    facts: [...content.facts],
    sections: content.sections.filter(
      ({ lines }) => seesTrade || lines.every(({ record }) => record?.kind !== 'order'),
    ),
    actions: isOwn
      ? []
      : content.actions.filter((action) => permits(caller, action) && suitsApproval(action, approval)),
  }
}

const defaultLimit = 20
async function recordList(
  db: Db,
  { kind, keyword, before }: { kind: AnyRecordKind; keyword: string; before?: number | undefined },
) {
  const rows = await findRecords(db, kind, { keyword, before, limit: defaultLimit + 1 })
  const data = rows.slice(0, defaultLimit)
  return { data, next: rows.length > defaultLimit ? (data.at(-1)?.id ?? null) : null }
}

export const records: Handler<typeof platformRecordsCalls.records> = (input, { db }) => recordList(db, input)
export const record: Handler<typeof platformRecordsCalls.record> = ({ kind, id }, { db, caller }) =>
  recordPage(db, caller, kind, id)
export const tradeRecords: Handler<typeof platformRecordsCalls.tradeRecords> = (input, { db }) => recordList(db, input)
export const tradeRecord: Handler<typeof platformRecordsCalls.tradeRecord> = ({ kind, id }, { db, caller }) =>
  recordPage(db, caller, kind, id)
