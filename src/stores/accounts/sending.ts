import type { FieldFault } from '../../contract/failures.ts'

/** What a form of the login pages is about. `done` lasts until the page is left. */
export type Sending =
  | { readonly at: 'editing' }
  | { readonly at: 'sending' }
  | { readonly at: 'refused'; readonly faults: readonly FieldFault[] }
  | { readonly at: 'done' }

/** What belongs to no field is said at the foot of the form. */
export const wholeForm = 'form'

export const refused = (faults: readonly FieldFault[]): Sending => ({ at: 'refused', faults })
