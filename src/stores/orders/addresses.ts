import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { addressesCalls, type Address } from '../../contract/orders/addresses.ts'
import { failures } from '../../contract/failures.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'

const part = loadable<readonly Address[]>()
/** The own address book, the default first. */
export const addresses = part.state
export const load = (): Promise<void> => part.load(() => api.orders.addresses({}))

const addressValues = z.object({
  receiver: z.string(),
  mobile: z.string(),
  districtCode: z.string(),
  street: z.string(),
  isDefault: z.boolean(),
})
export type AddressValues = z.output<typeof addressValues>
const empty: AddressValues = { receiver: '', mobile: '', districtCode: '', street: '', isDefault: false }

/** What is open over the address book. */
export type AddressDialog =
  { readonly is: 'none' } | { readonly is: 'new' } | { readonly is: 'edit'; readonly address: Address }
export const dialog = atom<AddressDialog>({ is: 'none' })

export const form = typedForm({
  schema: addressesCalls.addressSave.input,
  inputOf: (values: AddressValues) => values,
  send: async (input) => {
    const now = dialog.get()
    if (now.is !== 'edit') return api.orders.addressSave(input)
    const { addressId } = now.address
    const answer = await api.orders.addressUpdate({ ...input, addressId })
    return answer.ok ? { ok: true, content: { addressId } } : answer
  },
  draft: { name: 'address', shape: addressValues },
})

/** Opens an empty address, or what was typed of one and not saved. */
export function openNew(who: number): void {
  form.begin(empty, who)
  dialog.set({ is: 'new' })
}
/** Opens an address to change it; no draft, for it stands in the book. */
export function openEdit(address: Address): void {
  const { receiver, mobile, districtCode, street, isDefault } = address
  form.begin({ receiver, mobile, districtCode, street, isDefault })
  dialog.set({ is: 'edit', address })
}
export const closeDialog = (): void => dialog.set({ is: 'none' })

/** Saves what is open, then reads the book. Answers the address; undefined when it did not work. */
export async function save(): Promise<number | undefined> {
  const saved = await form.send()
  if (saved === undefined) return undefined
  closeDialog()
  await load()
  return saved.addressId
}

/** Makes an address the default: shown at once, put back when it is refused. */
export async function makeDefault(address: Address): Promise<Failure | null> {
  const before = addresses.get()
  part.change((book) => book.map((one) => ({ ...one, isDefault: one.addressId === address.addressId })))
  const { districtName: _name, ...input } = address
  const answer = await api.orders.addressUpdate({ ...input, isDefault: true })
  if (answer.ok) {
    await load()
    return null
  }
  if (before.at === 'ready') part.change(() => before.content)
  return answer.failure
}

/** The question whether an address is to go. */
export type Removing =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly address: Address; readonly failure: Failure | null }
export const removing = atom<Removing>({ at: 'none' })
export const askRemove = (address: Address): void => removing.set({ at: 'asking', address, failure: null })
export function dropRemove(): void {
  if (removing.get().at === 'asking') removing.set({ at: 'none' })
}

/** Takes the address away, once. True when it is gone. */
export async function remove(): Promise<boolean> {
  const now = removing.get()
  if (now.at !== 'asking') return false
  const { address } = now
  removing.set({ at: 'sending', address, failure: null })
  const answer = await api.orders.addressDelete({ addressId: address.addressId })
  // One that went in another tab is gone all the same.
  if (!answer.ok && answer.failure.code !== failures.notFound.code) {
    removing.set({ at: 'asking', address, failure: answer.failure })
    return false
  }
  removing.set({ at: 'none' })
  await load()
  return true
}
