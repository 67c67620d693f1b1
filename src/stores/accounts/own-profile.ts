import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { profileCalls } from '../../contract/accounts/profile.ts'
import { loadable } from '../loaded.ts'
import { uploadsOf } from '../operations/uploads.ts'
import { typedForm } from '../typed-form.ts'
import { refreshSession } from './session.ts'

export type Profile = z.output<typeof profileCalls.profile.output>
export interface ProfileValues {
  readonly realName: string
  readonly jobTitle: string
}

const part = loadable<Profile>()
/** The person who is signed in, with masked mobile number and address. */
export const profile = part.state
export const form = typedForm({
  schema: profileCalls.profileUpdate.input,
  inputOf: (values: ProfileValues) => values,
  send: api.accounts.profileUpdate,
})

export async function load(): Promise<void> {
  await part.load(() => api.accounts.profile({}))
  const now = profile.get()
  if (now.at === 'ready' && form.values.get() === null) form.begin(now.content)
}

/** Saves name and job title; the header follows. True when it worked. */
export async function save(): Promise<boolean> {
  const saved = await form.send()
  if (saved === undefined) return false
  part.change((content) => ({ ...content, ...saved, jobTitle: form.values.get()?.jobTitle ?? content.jobTitle }))
  await refreshSession()
  return true
}

/** The new avatar: as soon as it is uploaded it is taken. */
export const avatarUpload = uploadsOf('avatar', { onReady: ({ fileId }) => void setAvatar(fileId) })

/** Takes an uploaded picture as the avatar; an empty id goes back to the drawn one. */
export async function setAvatar(fileId: string): Promise<boolean> {
  const answer = await api.accounts.profileUpdate({ avatarFileId: fileId })
  if (!answer.ok) return false
  part.change((content) => ({ ...content, avatar: answer.content.avatar }))
  if (fileId === '') avatarUpload.start([])
  await refreshSession()
  return true
}
