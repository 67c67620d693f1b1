import { atom } from 'nanostores'
import { api, quietApi } from '../../../client/browser.ts'
import type { SupportCase, SupportCaseEvent, SupportStatistics } from '../../../contract/chat/support.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { failures } from '../../../contract/failures.ts'
import { type SupportList } from '../../../domain/chat/support.ts'
import { loadable } from '../../loadable.ts'
import { onPush } from '../../operations/push-notices.ts'
import { startChatSync } from '../chat-sync.ts'
import { loadCustomer, resetCustomer } from './customer.ts'
import { backToList, room, selectConversation } from '../room.ts'

interface CasePage {
  readonly total: number
  readonly data: readonly SupportCase[]
  readonly counts: { readonly waiting: number; readonly mine: number; readonly open: number }
  readonly statistics: SupportStatistics
}

/** Cases per page. */
export const pageSize = 50
/** Milliseconds to batch push events before a reload. */
const reloadDelayMs = 800

/** The shown list and its page. */
export const caseListQuery = atom<{ readonly list: SupportList; readonly current: number }>({
  list: 'open',
  current: 1,
})
const page = loadable<CasePage>()
/** Support cases, longest waiting first. */
export const supportCases = page.state

/** Id of the open conversation. */
export const openConversationId = atom<number | null>(null)
const details = loadable<{ readonly case: SupportCase | null; readonly events: readonly SupportCaseEvent[] }>()
/** Latest case of the open conversation, with its events. */
export const caseDetails = details.state

/** Failure of the last case action. */
export const caseFailure = atom<Failure | null>(null)
export const isCaseActionPending = atom(false)

export const loadCases = (): Promise<void> =>
  page.load(() => quietApi.chat.supportCases({ ...caseListQuery.get(), pageSize }))

async function loadCaseDetails(fresh = false): Promise<void> {
  const conversationId = openConversationId.get()
  if (conversationId === null) return
  await Promise.all([
    details.load(() => quietApi.chat.supportCase({ conversationId }), fresh),
    loadCustomer(conversationId, fresh),
  ])
}

/** Shows another list or page. */
export function showCaseList(list: SupportList, current = 1): void {
  const other = list !== caseListQuery.get().list
  caseListQuery.set({ list, current })
  void page.load(() => quietApi.chat.supportCases({ list, current, pageSize }), other)
}

let timer: ReturnType<typeof setTimeout> | undefined
/** Batches bursts of push events into one reload. */
function scheduleReload(): void {
  timer ??= setTimeout(() => {
    timer = undefined
    void loadCases()
    void loadCaseDetails()
  }, reloadDelayMs)
}

/** Starts the support console. Returns the stop function. */
export function startSupportConsole(): () => void {
  startChatSync()
  void loadCases()
  const stop = onPush((event) => {
    if (event.kind === 'support' || event.kind === 'awake') scheduleReload()
  })
  return () => {
    stop()
    clearTimeout(timer)
    timer = undefined
  }
}

/** Opens a visitor's conversation. */
export function openCase({ entry }: SupportCase): void {
  caseFailure.set(null)
  room.set({ ...room.get(), visible: true })
  void selectConversation(entry)
  if (openConversationId.get() === entry.conversationId) return
  openConversationId.set(entry.conversationId)
  void loadCaseDetails(true)
}

/** On phones: back to the list. */
export function closeCaseView(): void {
  openConversationId.set(null)
  details.reset()
  resetCustomer()
  backToList()
}

/** Whether the shown case is outdated: taken, closed or not found. */
const isStale = ({ code }: Failure) =>
  [failures.caseTaken.code, failures.caseClosed.code, failures.notFound.code].some((one) => one === code)

/** Runs one case action at a time and reloads; true on success. */
async function runCaseAction(action: () => Promise<{ ok: true } | { ok: false; failure: Failure }>): Promise<boolean> {
  if (isCaseActionPending.get()) return false
  isCaseActionPending.set(true)
  caseFailure.set(null)
  const answer = await action()
  isCaseActionPending.set(false)
  if (!answer.ok) caseFailure.set(answer.failure)
  if (answer.ok || isStale(answer.failure)) await Promise.all([loadCases(), loadCaseDetails()])
  return answer.ok
}

/** Takes a case from the queue or from the shown agent. */
export const takeCase = ({ caseId, agentId }: SupportCase): Promise<boolean> =>
  runCaseAction(() => api.chat.supportCaseTake({ caseId, from: agentId }))
/** Closes a case; the visitor is asked for a rating. */
export const closeCase = ({ caseId }: SupportCase): Promise<boolean> =>
  runCaseAction(() => api.chat.supportCaseClose({ caseId }))
/** Hands a case to an agent, or back to the queue (null). */
export const handOverCase = (caseId: number, to: number | null, note: string): Promise<boolean> =>
  runCaseAction(() => api.chat.supportCaseHandOver({ caseId, to, note }))
