import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { openApiCalls } from '../../../contract/accounts/open-api.ts'
import { apiKeyPermissions, apiKeyStates } from '../../../domain/accounts/api-keys.ts'
import { filteredList } from '../../filtered-list.ts'
import { createForm } from '../../form-store.ts'
import { rowDecision } from '../../row-decision.ts'

export const keyList = filteredList(apiKeyStates, ({ current, pageSize, status }) =>
  api.accounts.apiKeys({ current, pageSize, ...(status !== undefined && { status }) }),
)

const keyValues = z.object({
  name: z.string(),
  permissions: z.array(z.enum(apiKeyPermissions)),
  /** Last day, 2027-01-31. */
  expiresOn: z.string(),
  /** Addresses and networks, divided by blanks or lines. */
  networks: z.string(),
})
type KeyValues = z.output<typeof keyValues>

/** Dialog: nothing, the form, or the new key, which is shown this once. */
export type KeyDialog =
  | { readonly is: 'none' }
  | { readonly is: 'new' }
  | { readonly is: 'made'; readonly name: string; readonly key: string }
export const keyDialog = atom<KeyDialog>({ is: 'none' })

export const keyForm = createForm({
  schema: openApiCalls.apiKeySave.input,
  inputOf: ({ networks, ...rest }: KeyValues) => ({
    ...rest,
    networks: networks.split(/[\s,，、；;]+/u).filter((network) => network !== ''),
  }),
  submit: (input) => api.accounts.apiKeySave(input),
})

/** Opens the form of a new key, valid until `expiresOn`. */
export function openNewKey(expiresOn: string): void {
  keyForm.start({ name: '', permissions: [], expiresOn, networks: '' })
  keyDialog.set({ is: 'new' })
}
export const closeKeyDialog = (): void => keyDialog.set({ is: 'none' })

export async function saveKey(): Promise<void> {
  const name = keyForm.values.get()?.name ?? ''
  const saved = await keyForm.submit()
  if (saved === undefined) return
  keyDialog.set({ is: 'made', name: name.trim(), key: saved.key })
  await keyList.load()
}

export function toggleKeyPermission(permission: (typeof apiKeyPermissions)[number], on: boolean): void {
  const chosen = keyForm.values.get()?.permissions ?? []
  keyForm.set('permissions', on ? [...chosen, permission] : chosen.filter((each) => each !== permission))
}

/** Revokes a key at once. */
export const keyRevocation = rowDecision<{ readonly keyId: number; readonly name: string }, void>(
  ({ keyId }) => api.accounts.apiKeyRevoke({ keyId }),
  keyList.load,
)
