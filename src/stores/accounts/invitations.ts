import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { type Invitation, invitationsCalls } from '../../contract/accounts/invitations.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'
import { atField } from './at-field.ts'
import { query } from './people-address.ts'

export const pageSize = 20
const part = loadable<{ readonly total: number; readonly data: readonly Invitation[] }>()
/** Links with which people may join the company. */
export const invitations = part.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null || now.tab !== 'invitations') return
  await part.load(() => api.accounts.invitations({ current: now.current, pageSize }))
}

export interface InvitationValues {
  readonly roleIds: readonly number[]
  readonly mobile: string
}
/** A new link: for whom, and with which roles. */
export const form = typedForm({
  schema: invitationsCalls.invitationSave.input,
  inputOf: (values: InvitationValues) => ({ roleIds: [...values.roleIds], mobile: values.mobile }),
  send: async (input) => atField(await api.accounts.invitationSave(input), { roleBeyond: 'roleIds' }),
})

/** The dialog of a new link; its address is shown this once. */
export const making = atom<
  { readonly at: 'none' | 'form' } | { readonly at: 'made'; readonly url: string; readonly expiresAt: string }
>({ at: 'none' })
export function openForm(): void {
  if (form.values.get() === null) form.begin({ roleIds: [], mobile: '' })
  form.settle()
  making.set({ at: 'form' })
}
export const closeForm = (): void => making.set({ at: 'none' })

export async function make(): Promise<void> {
  const made = await form.send()
  if (made === undefined) return
  form.startOver({ roleIds: [], mobile: '' })
  making.set({ at: 'made', url: made.url, expiresAt: made.expiresAt })
  await load()
}

export type Revoking =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly invitationId: number; readonly failure: Failure | null }
export const revoking = atom<Revoking>({ at: 'none' })
export const askRevoke = (invitationId: number): void => revoking.set({ at: 'asking', invitationId, failure: null })
export const dropRevoke = (): void => revoking.set({ at: 'none' })

/** The invitation that is being sent again; null = none. */
export const resending = atom<number | null>(null)

/** Sends the SMS of an invitation again; undefined while another is on its way. */
export async function resend(invitationId: number): Promise<Answer<{ expiresAt: string }> | undefined> {
  if (resending.get() !== null) return undefined
  resending.set(invitationId)
  const answer = await api.accounts.invitationResend({ invitationId })
  resending.set(null)
  if (answer.ok) await load()
  return answer
}

/** Takes the link back. True when it worked. */
export async function revoke(): Promise<boolean> {
  const now = revoking.get()
  if (now.at !== 'asking') return false
  revoking.set({ ...now, at: 'sending', failure: null })
  const answer = await api.accounts.invitationRevoke({ invitationId: now.invitationId })
  if (!answer.ok) {
    revoking.set({ ...now, at: 'asking', failure: answer.failure })
    return false
  }
  dropRevoke()
  await load()
  return true
}
