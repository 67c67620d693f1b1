import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { ComplaintCase } from '../../contract/operations/complaints.ts'
import { complaintStatuses, type ComplaintAction, type ComplaintKind } from '../../domain/operations/complaints.ts'
import { filteredList } from '../filtered-list.ts'
import { loadable } from '../loadable.ts'

/** Own complaints and their outcomes. */
export const ownComplaints = filteredList(complaintStatuses, ({ status, current, pageSize }) =>
  api.operations.ownComplaints({ current, pageSize, ...(status === undefined ? {} : { status }) }),
)

/** Kind that the queue is filtered by; null = all. */
export const complaintKind = atom<ComplaintKind | null>(null)

/** Complaints for operators, undecided ones first. */
export const complaintQueue = filteredList(complaintStatuses, ({ status, current, pageSize }) => {
  const kind = complaintKind.get()
  return api.operations.complaints({
    current,
    pageSize,
    ...(kind === null ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
  })
})
export function chooseComplaintKind(kind: ComplaintKind | null): void {
  complaintKind.set(kind)
  complaintQueue.setQuery({ current: 1 })
  void complaintQueue.load()
}

/** Owners with upheld complaints within twelve months, most of them first. */
export const offenders = filteredList([], ({ current, pageSize }) => api.operations.offenders({ current, pageSize }), {
  fixed: { view: 'offenders' },
})

const part = loadable<ComplaintCase>()
/** The case that the page shows. */
export const complaintCase = part.state
let shownId = 0

export async function loadComplaintCase(complaintId = shownId): Promise<void> {
  const isOther = complaintId !== shownId
  shownId = complaintId
  await part.load(() => api.operations.complaint({ complaintId }), isOther)
}

/** The decision being written, kept when it is refused. */
export interface ComplaintDecision {
  readonly action: ComplaintAction | 'reject' | null
  readonly reason: string
  readonly sending: boolean
  readonly failure: Failure | null
}
const untouched: ComplaintDecision = { action: null, reason: '', sending: false, failure: null }
export const complaintDecision = atom<ComplaintDecision>(untouched)

export function changeComplaintDecision(change: Partial<Pick<ComplaintDecision, 'action' | 'reason'>>): void {
  const now = complaintDecision.get()
  if (!now.sending) complaintDecision.set({ ...now, ...change, failure: null })
}

/** Makes a step on the case once and shows it as it is then; a refused one reloads it. True on success. */
async function step(send: () => Promise<Answer<ComplaintCase>>): Promise<boolean> {
  const now = complaintDecision.get()
  if (now.sending) return false
  complaintDecision.set({ ...now, sending: true, failure: null })
  const answer = await send()
  if (answer.ok) {
    part.show(answer.content)
    complaintDecision.set(untouched)
    return true
  }
  complaintDecision.set({ ...now, sending: false, failure: answer.failure })
  await loadComplaintCase()
  return false
}

export const takeComplaint = (): Promise<boolean> => step(() => api.operations.complaintTake({ complaintId: shownId }))
export const releaseComplaint = (): Promise<boolean> =>
  step(() => api.operations.complaintRelease({ complaintId: shownId }))

/** Submits the decision; the caller has checked that it is complete. */
export function decideComplaint(): Promise<boolean> {
  const { action, reason } = complaintDecision.get()
  const complaintId = shownId
  return step(() =>
    action === 'reject' || action === null
      ? api.operations.complaintReject({ complaintId, reason })
      : api.operations.complaintUphold({ complaintId, action, reason }),
  )
}
