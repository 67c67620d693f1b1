import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { addressesCalls, type Address } from '../../contract/orders/addresses.ts'
import { failures } from '../../contract/failures.ts'
import { loadable } from '../loadable.ts'
import { createForm } from '../form-store.ts'

const part = loadable<readonly Address[]>()
/** Address book, default first. */
export const addresses = part.state
export const loadAddresses = (): Promise<void> => part.load(() => api.orders.addresses({}))

const addressValues = z.object({
  receiver: z.string(),
  mobile: z.string(),
  districtCode: z.string(),
  street: z.string(),
  isDefault: z.boolean(),
})
export type AddressValues = z.output<typeof addressValues>
const emptyAddress: AddressValues = { receiver: '', mobile: '', districtCode: '', street: '', isDefault: false }

/** Open dialog of the address book. */
export type AddressDialog =
  { readonly is: 'none' } | { readonly is: 'new' } | { readonly is: 'edit'; readonly address: Address }
export const addressDialog = atom<AddressDialog>({ is: 'none' })

export const addressForm = createForm({
  schema: addressesCalls.addressSave.input,
  inputOf: (values: AddressValues) => values,
  submit: async (input) => {
    const now = addressDialog.get()
    if (now.is !== 'edit') return api.orders.addressSave(input)
    const { addressId } = now.address
    const answer = await api.orders.addressUpdate({ ...input, addressId })
    return answer.ok ? { ok: true, content: { addressId } } : answer
  },
  draft: { name: 'address', shape: addressValues },
})

/** Opens a new address, with its unsaved draft if any. */
export function openNewAddress(who: number): void {
  addressForm.start(emptyAddress, who)
  addressDialog.set({ is: 'new' })
}
/** Opens an existing address; without a draft, since it is stored. */
export function openEditAddress(address: Address): void {
  const { receiver, mobile, districtCode, street, isDefault } = address
  addressForm.start({ receiver, mobile, districtCode, street, isDefault })
  addressDialog.set({ is: 'edit', address })
}
export const closeAddressDialog = (): void => addressDialog.set({ is: 'none' })

/** Saves the open address and reloads the book. Returns its id; undefined on failure. */
export async function saveAddress(): Promise<number | undefined> {
  const saved = await addressForm.submit()
  if (saved === undefined) return undefined
  closeAddressDialog()
  await loadAddresses()
  return saved.addressId
}

/** Sets the default address: shown at once, reverted when refused. */
export async function setDefaultAddress(address: Address): Promise<Failure | null> {
  const before = addresses.get()
  part.update((book) => book.map((one) => ({ ...one, isDefault: one.addressId === address.addressId })))
  const { districtName: _name, ...input } = address
  const answer = await api.orders.addressUpdate({ ...input, isDefault: true })
  if (answer.ok) {
    await loadAddresses()
    return null
  }
  if (before.at === 'ready') part.update(() => before.content)
  return answer.failure
}

/** Dialog that deletes an address. */
export type AddressRemoval =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly address: Address; readonly failure: Failure | null }
export const addressRemoval = atom<AddressRemoval>({ at: 'none' })
export const openAddressRemoval = (address: Address): void =>
  addressRemoval.set({ at: 'asking', address, failure: null })
export function closeAddressRemoval(): void {
  if (addressRemoval.get().at === 'asking') addressRemoval.set({ at: 'none' })
}

/** Deletes the address, once. True on success. */
export async function deleteAddress(): Promise<boolean> {
  const now = addressRemoval.get()
  if (now.at !== 'asking') return false
  const { address } = now
  addressRemoval.set({ at: 'sending', address, failure: null })
  const answer = await api.orders.addressDelete({ addressId: address.addressId })
  // Deleted in another tab: counts as success.
  if (!answer.ok && answer.failure.code !== failures.notFound.code) {
    addressRemoval.set({ at: 'asking', address, failure: answer.failure })
    return false
  }
  addressRemoval.set({ at: 'none' })
  await loadAddresses()
  return true
}
