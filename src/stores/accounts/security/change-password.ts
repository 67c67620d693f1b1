import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { profileCalls } from '../../../contract/accounts/profile.ts'
import { failures, type FieldError } from '../../../contract/failures.ts'
import { getPasswordErrors } from '../../../domain/accounts/password-rules.ts'
import { createForm } from '../../form-store.ts'
import type { Profile } from '../profile/own-profile.ts'
import { startProof, submitProof, restartProof, currentTicket } from './mobile-proof.ts'
import { movePasswordFailureToField } from './password-failure.ts'

export interface PasswordValues {
  readonly oldPassword: string
  readonly newPassword: string
  readonly again: string
}

/** Login name that the password must not contain, and whether it is the account's first password. */
export const passwordOwner = atom({ loginName: '', first: false })
/** An account without a password verifies its mobile first. */
export const passwordStep = atom<'prove' | 'password'>('password')

function passwordErrors({ oldPassword, newPassword, again }: PasswordValues): readonly FieldError[] {
  const { loginName, first } = passwordOwner.get()
  const fieldErrors: FieldError[] = []
  if (!first && oldPassword === '') fieldErrors.push({ field: 'oldPassword', message: '请输入当前密码' })
  const [fault] = getPasswordErrors(newPassword, { loginName })
  if (newPassword === '') fieldErrors.push({ field: 'newPassword', message: '请输入新密码' })
  else if (fault !== undefined) fieldErrors.push({ field: 'newPassword', message: fault })
  else if (!first && newPassword === oldPassword) {
    fieldErrors.push({ field: 'newPassword', message: '新密码须与当前密码不同' })
  } else if (again !== newPassword) {
    fieldErrors.push({ field: 'again', message: again === '' ? '请再次输入新密码' : '两次输入的密码不一致' })
  }
  return fieldErrors
}

export const passwordForm = createForm({
  schema: profileCalls.passwordReset.input,
  inputOf: ({ oldPassword, newPassword }: PasswordValues) => {
    const { first } = passwordOwner.get()
    return { newPassword, oldPassword: first ? '' : oldPassword, ticket: first ? currentTicket() : '' }
  },
  validate: passwordErrors,
  submit: async (input) => movePasswordFailureToField('oldPassword', await api.accounts.passwordReset(input)),
})

/** Starts the change with an empty form. */
export function startPasswordChange({ loginName, hasPassword }: Pick<Profile, 'loginName' | 'hasPassword'>): void {
  passwordOwner.set({ loginName, first: !hasPassword })
  passwordStep.set(hasPassword ? 'password' : 'prove')
  passwordForm.start({ oldPassword: '', newPassword: '', again: '' })
  if (!hasPassword) startProof()
}

export async function continuePasswordChange(): Promise<void> {
  if (await submitProof()) passwordStep.set('password')
}

/** Sets the password; returns the number of ended sessions, undefined if refused. */
export async function submitPassword(): Promise<number | undefined> {
  const done = await passwordForm.submit()
  if (done !== undefined) return done.ended
  const now = passwordForm.submitState.get()
  if (now.at === 'refused' && now.failure?.code === failures.ticketSpent.code) {
    passwordStep.set('prove')
    restartProof()
  }
  return undefined
}
