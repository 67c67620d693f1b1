import { atom } from 'nanostores'
import type { Failure } from '../../contract/envelope.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { stillWrong } from '../faults.ts'

/** How the sending of a demand's form goes, and what is wrong with it. */
export type Sending =
  | { readonly at: 'editing' }
  | { readonly at: 'sending' }
  | {
      readonly at: 'refused'
      /** By the person's own sending, and neither by a draft that kept itself nor by what is left after mending. */
      readonly sent: boolean
      readonly failure: Failure | null
      readonly faults: readonly FieldFault[]
    }
  | { readonly at: 'done'; readonly demandId: number }

export const sending = atom<Sending>({ at: 'editing' })

/** Marks what is wrong. */
export const refuse = (sent: boolean, failure: Failure | null, faults: readonly FieldFault[]) =>
  sending.set({ at: 'refused', sent, failure, faults })

/** Fields of the form whose fault stands under another one. */
const under = new Map([
  ['negotiable', 'budget'],
  ['deadlineTime', 'deadlineDate'],
])

/** What is being mended is not called wrong any more; the next sending looks at it again. */
export function mended(typed: string): void {
  const was = sending.get()
  if (was.at !== 'refused') return
  const faults = stillWrong(was.faults, under.get(typed) ?? typed)
  if (faults.length === was.faults.length) return
  sending.set(faults.length === 0 ? { at: 'editing' } : { ...was, sent: false, faults })
}
