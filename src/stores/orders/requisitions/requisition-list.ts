import { api } from '../../../client/browser.ts'
import type { ReadableAtom } from 'nanostores'
import type { Requisition, RequisitionRow } from '../../../contract/orders/requisitions.ts'
import { requisitionScopes } from '../../../contract/orders/requisitions.ts'
import { requisitionSortKeys, type RequisitionSortKey } from '../../../domain/daily-lists.ts'
import { links } from '../../../domain/links.ts'
import { requisitionStatuses, type RequisitionStatus } from '../../../domain/orders/requisitions/requisition-states.ts'
import { dailyList } from '../../daily-list.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { onPush } from '../../operations/push-notices.ts'
import { rowDecision, type RowDecision } from '../../row-decision.ts'

export type RequisitionScope = (typeof requisitionScopes)[number]

/** What the list shows: a parameter of the address beside the filters. */
export const requisitionScopeOf = ({ scope }: Readonly<Record<string, string>>): RequisitionScope =>
  requisitionScopes.find((each) => each === scope) ?? 'mine'

interface RequisitionsPage {
  readonly total: number
  readonly data: readonly RequisitionRow[]
}

/** Requisitions by scope; reloaded on notices about them. */
export const requisitionList = dailyList<RequisitionStatus, RequisitionSortKey, RequisitionsPage>({
  name: 'requisitions',
  statuses: requisitionStatuses,
  sortKeys: requisitionSortKeys,
  defaultColumns: ['amount', 'state'],
  fetchPage: ({ status, keyword: _none, ...conditions }, extra) => {
    const scope = requisitionScopeOf(extra)
    return api.orders.requisitions({ ...conditions, scope, status: scope === 'waiting' ? undefined : status })
  },
  rowKey: ({ requisitionId }) => requisitionId,
  path: links.buyerRequisitions(),
})

const detail = loadable<Requisition>()
/** The requisition of the page. */
export const shownRequisition: ReadableAtom<Loaded<Requisition>> = detail.state
let shownId: number | null = null

export async function loadRequisition(): Promise<void> {
  const requisitionId = shownId
  if (requisitionId !== null) await detail.load(() => api.orders.requisition({ requisitionId }))
}

/** Loads a requisition and reloads it on notices about it. Returns the stop function. */
export function startRequisition(requisitionId: number): () => void {
  if (shownId !== requisitionId) detail.reset()
  shownId = requisitionId
  void loadRequisition()
  return onPush((event) => {
    if (event.kind === 'awake' || (event.kind === 'notice' && event.path === links.buyerRequisition(requisitionId)))
      void loadRequisition()
  })
}

const reload = async () => {
  await Promise.all([requisitionList.load(), loadRequisition()])
}

type Subject = Pick<RequisitionRow, 'requisitionId' | 'requisitionNo' | 'title'>
/** Idempotency keys by step and requisition: a repeated press is the same request. */
const keys = new Map<string, string>()
function keyOf(step: string, { requisitionId }: Subject): { readonly idempotencyKey: string } {
  const name = `${step} ${requisitionId}`
  const key = keys.get(name) ?? crypto.randomUUID()
  keys.set(name, key)
  return { idempotencyKey: key }
}
const forgetKey = (step: string, { requisitionId }: Subject) => keys.delete(`${step} ${requisitionId}`)

type Step = 'approve' | 'return' | 'withdraw'
const decision = <Words>(
  step: Step,
  send: (subject: Subject, words: Words) => ReturnType<typeof api.orders.requisition>,
) =>
  rowDecision<Subject, Words>(async (subject, words) => {
    const answer = await send(subject, words)
    // The next press after an answer is another request, with other words.
    if (answer.ok || answer.failure.code !== 0) forgetKey(step, subject)
    return answer
  }, reload)

/** What the last approval of this page has led to. */
let approved: Requisition | null = null
export const approval: RowDecision<Subject, string> = decision('approve', async (subject, note) => {
  const { requisitionId } = subject
  const answer = await api.orders.requisitionApprove({ requisitionId, note }, keyOf('approve', subject))
  if (answer.ok) approved = answer.content
  return answer
})
/** Approves the step of the open requisition, once. The requisition as it is then; null = refused or under way. */
export const submitApproval = async (note: string): Promise<Requisition | null> =>
  (await approval.submit(note)) ? approved : null

export const returning: RowDecision<Subject, string> = decision('return', (subject, reason) =>
  api.orders.requisitionReturn({ requisitionId: subject.requisitionId, reason }, keyOf('return', subject)),
)
export const withdrawal: RowDecision<Subject, void> = decision('withdraw', (subject) =>
  api.orders.requisitionWithdraw({ requisitionId: subject.requisitionId }, keyOf('withdraw', subject)),
)
