import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { type Invitation, invitationsCalls } from '../../../contract/accounts/invitations.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import { loadable } from '../../loadable.ts'
import { createForm } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { peopleQuery } from './people-query.ts'

export const pageSize = 20
const part = loadable<{ readonly total: number; readonly data: readonly Invitation[] }>()
/** Invitation links of the company. */
export const invitations = part.state

export async function loadInvitations(): Promise<void> {
  const now = peopleQuery.get()
  if (now === null || now.tab !== 'invitations') return
  await part.load(() => api.accounts.invitations({ current: now.current, pageSize }))
}

export interface InvitationValues {
  readonly roleIds: readonly number[]
  readonly mobile: string
}
/** Form of a new invitation link: recipient and roles. */
export const invitationForm = createForm({
  schema: invitationsCalls.invitationSave.input,
  inputOf: (values: InvitationValues) => ({ roleIds: [...values.roleIds], mobile: values.mobile }),
  submit: async (input) => moveFailureToField(await api.accounts.invitationSave(input), { roleBeyond: 'roleIds' }),
})

/** Dialog of a new invitation link; the link is shown only once. */
export const invitationDialog = atom<
  { readonly at: 'none' | 'form' } | { readonly at: 'made'; readonly url: string; readonly expiresAt: string }
>({ at: 'none' })
export function openInvitationForm(): void {
  if (invitationForm.values.get() === null) invitationForm.start({ roleIds: [], mobile: '' })
  invitationForm.clearErrors()
  invitationDialog.set({ at: 'form' })
}
export const closeInvitationForm = (): void => invitationDialog.set({ at: 'none' })

export async function createInvitation(): Promise<void> {
  const made = await invitationForm.submit()
  if (made === undefined) return
  invitationForm.reset({ roleIds: [], mobile: '' })
  invitationDialog.set({ at: 'made', url: made.url, expiresAt: made.expiresAt })
  await loadInvitations()
}

export type InvitationRevocation =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly invitationId: number; readonly failure: Failure | null }
export const invitationRevocation = atom<InvitationRevocation>({ at: 'none' })
export const openRevocation = (invitationId: number): void =>
  invitationRevocation.set({ at: 'asking', invitationId, failure: null })
export const closeRevocation = (): void => invitationRevocation.set({ at: 'none' })

/** Id of the invitation being resent; null = none. */
export const resendingId = atom<number | null>(null)

/** Resends the SMS of an invitation; undefined while another is being resent. */
export async function resendInvitation(invitationId: number): Promise<Answer<{ expiresAt: string }> | undefined> {
  if (resendingId.get() !== null) return undefined
  resendingId.set(invitationId)
  const answer = await api.accounts.invitationResend({ invitationId })
  resendingId.set(null)
  if (answer.ok) await loadInvitations()
  return answer
}

/** Revokes the invitation; true on success. */
export async function revokeInvitation(): Promise<boolean> {
  const now = invitationRevocation.get()
  if (now.at !== 'asking') return false
  invitationRevocation.set({ ...now, at: 'sending', failure: null })
  const answer = await api.accounts.invitationRevoke({ invitationId: now.invitationId })
  if (!answer.ok) {
    invitationRevocation.set({ ...now, at: 'asking', failure: answer.failure })
    return false
  }
  closeRevocation()
  await loadInvitations()
  return true
}
