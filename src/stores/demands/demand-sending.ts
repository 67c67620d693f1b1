import { atom } from 'nanostores'
import type { Failure } from '../../contract/envelope.ts'
import type { FieldFault } from '../../contract/failures.ts'

/** How the sending of a demand's form goes, and what is wrong with it. */
export type Sending =
  | { readonly at: 'editing' }
  | { readonly at: 'sending' }
  | {
      readonly at: 'refused'
      /** By the person's own sending, and not by a draft that kept itself. */
      readonly sent: boolean
      readonly failure: Failure | null
      readonly faults: readonly FieldFault[]
    }
  | { readonly at: 'done'; readonly demandId: number }

export const sending = atom<Sending>({ at: 'editing' })

/** Marks what is wrong. */
export const refuse = (sent: boolean, failure: Failure | null, faults: readonly FieldFault[]) =>
  sending.set({ at: 'refused', sent, failure, faults })
