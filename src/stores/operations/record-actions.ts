import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import { links } from '../../domain/links.ts'
import { refreshSession } from '../accounts/session.ts'
import type { AnyRecordKind, RecordAction } from '../../contract/operations/platform-records.ts'

/** The record that the page shows. */
export interface RecordTarget {
  readonly kind: AnyRecordKind
  readonly id: number
  /** Request that waits for a second operator. */
  readonly approvalId?: number | undefined
}

const calls = api.operations
const listingKind = (kind: AnyRecordKind) => (kind === 'product' ? 'product' : 'service')
const send: Readonly<Record<RecordAction, (target: RecordTarget, reason: string) => Promise<Answer<unknown>>>> = {
  userSuspend: ({ id }, reason) => calls.userSuspend({ userId: id, reason }),
  userRestore: ({ id }, reason) => calls.userRestore({ userId: id, reason }),
  sessionsEnd: ({ id }, reason) => calls.userSessionsEnd({ userId: id, reason }),
  accountView: ({ id }, reason) => calls.accountViewStart({ userId: id, reason }),
  messagesResend: ({ id }, reason) => calls.userMessagesResend({ userId: id, reason }),
  companySuspend: ({ id }, reason) => calls.companySuspend({ companyId: id, reason }),
  companySuspendConfirm: ({ id }, reason) => calls.companySuspend({ companyId: id, reason }),
  approvalEnd: ({ approvalId }, reason) => calls.operatorApprovalEnd({ approvalId: approvalId ?? 0, reason }),
  companyRestore: ({ id }, reason) => calls.companyRestore({ companyId: id, reason }),
  certificationRevoke: ({ id }, reason) => calls.certificationRevoke({ companyId: id, reason }),
  shopClose: ({ id }, reason) => calls.shopCloseByOperator({ shopId: id, reason }),
  listingSuspend: ({ kind, id }, reason) =>
    calls.listingTakeDown({ kind: listingKind(kind), listingId: id, event: 'suspend', reason }),
  listingRelease: ({ kind, id }, reason) =>
    calls.listingTakeDown({ kind: listingKind(kind), listingId: id, event: 'release', reason }),
  demandSuspend: ({ id }, reason) => calls.demandTakeDown({ demandId: id, event: 'suspend', reason }),
  demandRelease: ({ id }, reason) => calls.demandTakeDown({ demandId: id, event: 'release', reason }),
  note: ({ kind, id }, reason) =>
    calls.operatorNoteSave({ kind: kind === 'company' ? 'company' : 'user', targetId: id, reason }),
}

/** The action whose reason is being written. */
interface OpenAction {
  readonly action: RecordAction
  readonly sending: boolean
  readonly failure: Failure | null
}
export const recordAction = atom<OpenAction | null>(null)

export const openRecordAction = (action: RecordAction): void =>
  recordAction.set({ action, sending: false, failure: null })
export function closeRecordAction(): void {
  if (recordAction.get()?.sending !== true) recordAction.set(null)
}

/** Performs the open action once, then loads the page again. */
export async function submitRecordAction(target: RecordTarget, reason: string): Promise<void> {
  const now = recordAction.get()
  if (now === null || now.sending) return
  recordAction.set({ ...now, sending: true, failure: null })
  const answer = await send[now.action](target, reason)
  if (answer.ok && now.action === 'accountView') {
    await refreshSession()
    location.assign(links.buyerCenter())
  } else if (answer.ok) location.reload()
  else recordAction.set({ ...now, sending: false, failure: answer.failure })
}
