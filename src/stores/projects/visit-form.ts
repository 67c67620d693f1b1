import { atom } from 'nanostores'
import type { FieldError } from '../../contract/failures.ts'
import { mobilePattern, normalizeMobile } from '../../domain/accounts/identity-rules.ts'
import { maxVisitors, visitDayError, visitDraftKey, visitPartKeys } from '../../domain/projects/booking-states.ts'
import { networkError, loadClient } from '../accounts/sign-in/load-client.ts'
import { refusedState, type SubmitState } from '../submit-state.ts'
import { persistedValue, textFields } from '../persisted-storage.ts'
import { parseWholeNumber } from '../../domain/half-width.ts'

/** Submit state of the visit request. */
export const visitSubmit = atom<SubmitState>({ at: 'editing' })

/** Values of the visit form. */
export interface VisitValues {
  readonly parkId: string
  readonly visitOn: string
  readonly visitPart: string
  readonly people: string
  readonly contact: string
  readonly mobile: string
  readonly purpose: string
}

/** Unsent input, stored per tab, so that it survives the login. */
export const visitDraft = persistedValue('tab', visitDraftKey, (read): VisitValues => {
  const of = textFields(read)
  return {
    parkId: of('parkId'),
    visitOn: of('visitOn'),
    visitPart: of('visitPart'),
    people: of('people'),
    contact: of('contact'),
    mobile: of('mobile'),
    purpose: of('purpose'),
  }
})

/** Contact of the user's last visit; undefined without one. */
export async function loadLastVisitContact(): Promise<Partial<VisitValues> | undefined> {
  const line = await loadClient()
  const answer = await line?.api.projects.bookingLast({})
  if (answer?.ok !== true || answer.content === null) return undefined
  const { contact, mobile } = answer.content
  return { contact, mobile }
}

/** Idempotency key of the pending request, so that a retry books no second visit. */
let pendingVisit: { readonly what: string; readonly key: string } | undefined
function idempotencyKeyOf(what: string): string {
  if (pendingVisit?.what !== what) pendingVisit = { what, key: crypto.randomUUID() }
  return pendingVisit.key
}

function visitErrors(typed: VisitValues): FieldError[] {
  const people = parseWholeNumber(typed.people) ?? 0
  const day = visitDayError(typed.visitOn, new Date())
  const isCount = Number.isInteger(people) && people >= 1 && people <= maxVisitors
  return [
    ...(day === null ? [] : [{ field: 'visitOn', message: day }]),
    ...(isCount ? [] : [{ field: 'people', message: `请填写 1 至 ${maxVisitors} 的人数` }]),
    ...(typed.contact.trim() === '' ? [{ field: 'contact', message: '请填写联系人' }] : []),
    ...(mobilePattern.test(normalizeMobile(typed.mobile)) ? [] : [{ field: 'mobile', message: '请输入 11 位手机号' }]),
  ]
}

function refuse(fieldErrors: readonly FieldError[]): false {
  visitSubmit.set(refusedState(fieldErrors))
  return false
}

/** Submits the visit request once; true on success. */
export async function submitVisit(typed: VisitValues): Promise<boolean> {
  if (visitSubmit.get().at === 'sending') return false
  const fieldErrors = visitErrors(typed)
  if (fieldErrors.length > 0) return refuse(fieldErrors)
  visitSubmit.set({ at: 'sending' })
  const line = await loadClient()
  if (line === undefined) return refuse([networkError])
  const input = {
    parkId: Number(typed.parkId),
    visitOn: typed.visitOn,
    people: parseWholeNumber(typed.people) ?? 0,
    contact: typed.contact.trim(),
    mobile: normalizeMobile(typed.mobile),
    purpose: typed.purpose.trim(),
    visitPart: visitPartKeys.find((part) => part === typed.visitPart) ?? 'am',
  }
  const answer = await line.api.projects.bookingOrder(input, {
    idempotencyKey: idempotencyKeyOf(JSON.stringify(input)),
  })
  if (!answer.ok) return refuse(line.signInErrors(answer.failure))
  visitDraft.clear()
  pendingVisit = undefined
  visitSubmit.set({ at: 'done' })
  return true
}

/** Starts another visit request. */
export const resetVisitForm = (): void => visitSubmit.set({ at: 'editing' })
