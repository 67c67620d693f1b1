import { atom } from 'nanostores'
import type { FieldFault } from '../../contract/failures.ts'
import { mobilePattern, tidyMobile } from '../../domain/accounts/identity-rules.ts'
import { mostVisitors, visitDayFault, visitDraftKey, visitPartKeys } from '../../domain/projects/booking-states.ts'
import { lineDown, openLine } from '../accounts/line.ts'
import { refused, type Sending } from '../accounts/sending.ts'
import { kept, textsOf } from '../kept.ts'
import { wholeOf } from '../../domain/half-width.ts'

/** How the asking for a visit goes. */
export const visitSending = atom<Sending>({ at: 'editing' })

/** The form as it is typed. */
export interface VisitTyped {
  readonly parkId: string
  readonly visitOn: string
  readonly visitPart: string
  readonly people: string
  readonly contact: string
  readonly mobile: string
  readonly purpose: string
}

/** What was typed in this tab and not sent: it outlives the way to the login and back. */
export const draft = kept('tab', visitDraftKey, (read): VisitTyped => {
  const of = textsOf(read)
  return {
    ...{ parkId: of('parkId'), visitOn: of('visitOn'), visitPart: of('visitPart'), people: of('people') },
    ...{ contact: of('contact'), mobile: of('mobile'), purpose: of('purpose') },
  }
})

/** Contact of the person's last visit; undefined without one. */
export async function lastVisit(): Promise<Partial<VisitTyped> | undefined> {
  const line = await openLine()
  const answer = await line?.api.projects.bookingLast({})
  if (answer?.ok !== true || answer.content === null) return undefined
  const { contact, mobile } = answer.content
  return { contact, mobile }
}

/** The same intention keeps its key, so that what was sent and not answered makes no second visit. */
let intention: { readonly what: string; readonly key: string } | undefined
function keyOf(what: string): string {
  if (intention?.what !== what) intention = { what, key: crypto.randomUUID() }
  return intention.key
}

function faultsOf(typed: VisitTyped): FieldFault[] {
  const people = wholeOf(typed.people) ?? 0
  const day = visitDayFault(typed.visitOn, new Date())
  const isCount = Number.isInteger(people) && people >= 1 && people <= mostVisitors
  return [
    ...(day === null ? [] : [{ field: 'visitOn', message: day }]),
    ...(isCount ? [] : [{ field: 'people', message: `请填写 1 至 ${mostVisitors} 的人数` }]),
    ...(typed.contact.trim() === '' ? [{ field: 'contact', message: '请填写联系人' }] : []),
    ...(mobilePattern.test(tidyMobile(typed.mobile)) ? [] : [{ field: 'mobile', message: '请输入 11 位手机号' }]),
  ]
}

function refuse(faults: readonly FieldFault[]): false {
  visitSending.set(refused(faults))
  return false
}

/** Asks for a visit, once. True when it was taken; what was typed stays otherwise. */
export async function askVisit(typed: VisitTyped): Promise<boolean> {
  if (visitSending.get().at === 'sending') return false
  const faults = faultsOf(typed)
  if (faults.length > 0) return refuse(faults)
  visitSending.set({ at: 'sending' })
  const line = await openLine()
  if (line === undefined) return refuse([lineDown])
  const input = {
    parkId: Number(typed.parkId),
    visitOn: typed.visitOn,
    people: wholeOf(typed.people) ?? 0,
    ...{ contact: typed.contact.trim(), mobile: tidyMobile(typed.mobile), purpose: typed.purpose.trim() },
    visitPart: visitPartKeys.find((part) => part === typed.visitPart) ?? 'am',
  }
  const answer = await line.api.projects.bookingOrder(input, { idempotencyKey: keyOf(JSON.stringify(input)) })
  if (!answer.ok) return refuse(line.placedFaults(answer.failure))
  draft.clear()
  intention = undefined
  visitSending.set({ at: 'done' })
  return true
}

/** Another visit. */
export const startAgain = (): void => visitSending.set({ at: 'editing' })
