import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { OverdueTransfer, RefundCase } from '../../contract/orders/refunds.ts'
import { formatYuanInput, parseFen } from '../../domain/money-input.ts'
import { loadable } from '../loadable.ts'
import type { TypedLine } from './refunds.ts'

type CasesPage = { readonly total: number; readonly data: readonly RefundCase[] }
const part = loadable<CasesPage>()
/** Refunds that buyers took to the platform, longest waiting first; the first hundred. */
export const refundCases = part.state
export const loadRefundCases = (): Promise<void> => part.load(() => api.orders.refundCases({ pageSize: 100 }))

const transfers = loadable<{ readonly total: number; readonly data: readonly OverdueTransfer[] }>()
/** Agreed transfers that suppliers have not made, longest waiting first; the first hundred. */
export const overdueTransfers = transfers.state
export const loadOverdueTransfers = (): Promise<void> =>
  transfers.load(() => api.orders.overdueTransfers({ pageSize: 100 }))

/** What the refunds of the page are filtered by. */
const refundViews = ['cases', 'transfers'] as const
type RefundView = (typeof refundViews)[number]
export const refundView = atom<RefundView>('cases')
/** Shows a view; the cases for an unknown name. */
export const setRefundView = (asked: string | null): void =>
  refundView.set(refundViews.find((view) => view === asked) ?? 'cases')
/** Loads both lists; `asked`: the view named in the URL. */
export function startRefundCases(asked: string | null): void {
  setRefundView(asked)
  void loadRefundCases()
  void loadOverdueTransfers()
}

/** Open ruling of a case. */
interface Ruling {
  readonly refundCase: RefundCase
  readonly lines: readonly TypedLine[]
  readonly reason: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const refundRuling = atom<Ruling | null>(null)

export function openRefundRuling(refundCase: RefundCase): void {
  if (refundRuling.get()?.sending === true) return
  const lines = refundCase.lines.map(({ lineId, name, asked }) => ({
    lineId,
    name,
    most: asked,
    typed: formatYuanInput(asked),
  }))
  refundRuling.set({ refundCase, lines, reason: '', sending: false, failure: null })
}
export function closeRefundRuling(): void {
  if (refundRuling.get()?.sending !== true) refundRuling.set(null)
}
function change(of: (now: Ruling) => Partial<Ruling>): void {
  const now = refundRuling.get()
  if (now !== null && !now.sending) refundRuling.set({ ...now, ...of(now), failure: null })
}
export const changeRulingReason = (reason: string): void => change(() => ({ reason }))
export const changeRulingLine = (lineId: number, typed: string): void =>
  change(({ lines }) => ({ lines: lines.map((line) => (line.lineId === lineId ? { ...line, typed } : line)) }))

/** Submits the ruling, once. True on success. */
export async function submitRefundRuling(): Promise<boolean> {
  const now = refundRuling.get()
  if (now === null || now.sending) return false
  refundRuling.set({ ...now, sending: true, failure: null })
  const { requestId } = now.refundCase
  const lines = now.lines.map(({ lineId, typed }) => ({ lineId, amount: parseFen(typed) ?? 0 }))
  const answer = await api.orders.refundRule({ requestId, lines, reason: now.reason.trim() })
  if (!answer.ok) {
    refundRuling.set({ ...now, sending: false, failure: answer.failure })
    return false
  }
  refundRuling.set(null)
  await loadRefundCases()
  return true
}
