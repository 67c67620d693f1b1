import type { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { profileCalls } from '../../../contract/accounts/profile.ts'
import { loadable } from '../../loadable.ts'
import { createUploads } from '../../operations/uploads.ts'
import { createForm } from '../../form-store.ts'
import { refreshSession } from '../session.ts'
import { userCardsCalls } from '../../../contract/accounts/user-cards.ts'

export type Profile = z.output<typeof profileCalls.profile.output>
export interface ProfileValues {
  readonly realName: string
  readonly jobTitle: string
}

const profilePart = loadable<Profile>()
/** The signed-in user, with masked mobile number and mail address. */
export const profile = profilePart.state
export const profileForm = createForm({
  schema: profileCalls.profileUpdate.input,
  inputOf: ({ realName, jobTitle }: ProfileValues) => ({ realName, jobTitle }),
  submit: api.accounts.profileUpdate,
})

export async function loadProfile(): Promise<void> {
  await profilePart.load(() => api.accounts.profile({}))
  const now = profile.get()
  if (now.at === 'ready' && profileForm.values.get() === null) profileForm.start(now.content)
}

/** Saves name and job title and refreshes the session; true on success. */
export async function saveProfile(): Promise<boolean> {
  const saved = await profileForm.submit()
  if (saved === undefined) return false
  profilePart.update((content) => ({
    ...content,
    ...saved,
    jobTitle: profileForm.values.get()?.jobTitle ?? content.jobTitle,
  }))
  await refreshSession()
  return true
}

/** Avatar upload; applied as soon as it is uploaded. */
export const avatarUpload = createUploads('avatar', { onReady: ({ fileId }) => void setAvatar(fileId) })

/** Sets an uploaded picture as avatar; an empty id restores the generated one. */
export async function setAvatar(fileId: string): Promise<boolean> {
  const answer = await api.accounts.profileUpdate({ avatarFileId: fileId })
  if (!answer.ok) return false
  profilePart.update((content) => ({ ...content, avatar: answer.content.avatar }))
  if (fileId === '') avatarUpload.setFiles([])
  await refreshSession()
  return true
}

export type UserCard = z.output<typeof userCardsCalls.userCard.output>
export type CardValues = Omit<UserCard, 'userId' | 'companyName'>

const cardPart = loadable<UserCard>()
/** The user's business card. */
export const businessCard = cardPart.state
export const businessCardForm = createForm({
  schema: userCardsCalls.userCardSave.input,
  inputOf: (values: CardValues) => values,
  submit: api.accounts.userCardSave,
})

export async function loadBusinessCard(): Promise<void> {
  await cardPart.load(() => api.accounts.userCard({}))
  const now = businessCard.get()
  if (now.at === 'ready' && businessCardForm.values.get() === null) businessCardForm.start(valuesOf(now.content))
}

const valuesOf = ({ name, jobTitle, department, mobile, email, wechat, intro }: UserCard): CardValues => ({
  name,
  jobTitle,
  department,
  mobile,
  email,
  wechat,
  intro,
})

/** Saves the card; true on success. */
export const saveBusinessCard = async (): Promise<boolean> => (await businessCardForm.submit()) !== undefined
