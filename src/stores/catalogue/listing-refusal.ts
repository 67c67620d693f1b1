import { atom } from 'nanostores'
import type { Failure } from '../../contract/envelope.ts'
import type { FieldFault } from '../../contract/failures.ts'
import type { Sending } from '../typed-form.ts'

/** How the sending of a listing's form goes, and what is wrong with it. */
export const sending = atom<Sending>({ at: 'editing' })

let attempt = 0
let sent = false

/** Marks what is wrong. `bySending`: the person sent it, and is led to the first fault. */
export function refuse(failure: Failure | null, faults: readonly FieldFault[], bySending = true): void {
  attempt += 1
  sent = bySending
  sending.set({ at: 'refused', attempt, failure, faults })
}

/** Whether the last refusal answered the person, and not a draft that kept itself. */
export const wasSent = (): boolean => sent

/** What is being mended is not called wrong any more. */
export function mended(name: string): void {
  const was = sending.get()
  if (was.at !== 'refused') return
  const faults = was.faults.filter(({ field }) => field !== name && !field.startsWith(`${name}.`))
  sending.set(faults.length === 0 && was.failure === null ? { at: 'editing' } : { ...was, faults })
}
