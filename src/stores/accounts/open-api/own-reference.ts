import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { externalReferencesCalls } from '../../../contract/accounts/external-references.ts'
import type { ReferenceKind } from '../../../domain/external-references.ts'
import type { Side } from '../../../domain/sides.ts'
import { createForm } from '../../form-store.ts'
import { loadable } from '../../loadable.ts'

/** What the reference belongs to; orders by the side of the page. */
export interface ReferenceSubject {
  readonly kind: ReferenceKind
  readonly side: Side
  readonly id: number
}
const subject = atom<ReferenceSubject | null>(null)
const part = loadable<string>()
/** The company's own number of what the page shows; '' = none. */
export const ownReference = part.state
export const isReferenceOpen = atom(false)

const load = async ({ kind, id }: ReferenceSubject): Promise<void> =>
  part.load(async () => {
    const answer = await api.accounts.references({ kind, ids: [id] })
    return answer.ok ? { ok: true, content: answer.content[0]?.reference ?? '' } : answer
  })

export async function startReference(of: ReferenceSubject): Promise<void> {
  const before = subject.get()
  if (before?.kind !== of.kind || before.id !== of.id) part.reset()
  subject.set(of)
  await load(of)
}

function save({ kind, side, id }: ReferenceSubject, reference: string) {
  const input = { id, reference }
  switch (kind) {
    case 'order':
      return side === 'buyer'
        ? api.accounts.buyerOrderReferenceSave(input)
        : api.accounts.sellerOrderReferenceSave(input)
    case 'demand':
      return api.accounts.demandReferenceSave(input)
    case 'service':
      return api.accounts.serviceReferenceSave(input)
    case 'product':
      return api.accounts.productReferenceSave(input)
  }
}

export const referenceForm = createForm({
  schema: externalReferencesCalls.demandReferenceSave.input.pick({ reference: true }),
  inputOf: (values: { readonly reference: string }) => values,
  submit: async ({ reference }) => {
    const of = subject.get()
    if (of === null) throw new Error('A reference without a subject')
    return save(of, reference)
  },
})

export function openReference(reference: string): void {
  referenceForm.start({ reference })
  isReferenceOpen.set(true)
}
export const closeReference = (): void => isReferenceOpen.set(false)

/** Saves the open form; true on success. */
export async function saveReference(): Promise<boolean> {
  const saved = await referenceForm.submit()
  if (saved === undefined) return false
  part.show(saved.reference)
  closeReference()
  return true
}
