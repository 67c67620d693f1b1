import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { profileCalls } from '../../contract/accounts/profile.ts'
import { failures, type FieldFault } from '../../contract/failures.ts'
import { passwordFaults } from '../../domain/accounts/password-rules.ts'
import { typedForm } from '../typed-form.ts'
import type { Profile } from './own-profile.ts'
import { beginProof, prove, proveAgain, ticketNow } from './own-proof.ts'
import { passwordAt } from './refused-password.ts'

export interface PasswordValues {
  readonly oldPassword: string
  readonly newPassword: string
  readonly again: string
}

/** Whose password: the login name it must differ from, whether it is the first one. */
export const whose = atom({ loginName: '', first: false })
/** An account without a password proves its number first. */
export const step = atom<'prove' | 'password'>('password')

function faultsIn({ oldPassword, newPassword, again }: PasswordValues): readonly FieldFault[] {
  const { loginName, first } = whose.get()
  const faults: FieldFault[] = []
  if (!first && oldPassword === '') faults.push({ field: 'oldPassword', message: '请输入当前密码' })
  const [fault] = passwordFaults(newPassword, { loginName })
  if (newPassword === '') faults.push({ field: 'newPassword', message: '请输入新密码' })
  else if (fault !== undefined) faults.push({ field: 'newPassword', message: fault })
  else if (!first && newPassword === oldPassword) {
    faults.push({ field: 'newPassword', message: '新密码须与当前密码不同' })
  } else if (again !== newPassword) {
    faults.push({ field: 'again', message: again === '' ? '请再次输入新密码' : '两次输入的密码不一致' })
  }
  return faults
}

export const form = typedForm({
  schema: profileCalls.passwordReset.input,
  inputOf: ({ oldPassword, newPassword }: PasswordValues) => {
    const { first } = whose.get()
    return { newPassword, oldPassword: first ? '' : oldPassword, ticket: first ? ticketNow() : '' }
  },
  own: faultsIn,
  send: async (input) => passwordAt('oldPassword', await api.accounts.passwordReset(input)),
})

/** Opens the change; nothing that was typed before is still there. */
export function begin({ loginName, hasPassword }: Pick<Profile, 'loginName' | 'hasPassword'>): void {
  whose.set({ loginName, first: !hasPassword })
  step.set(hasPassword ? 'password' : 'prove')
  form.begin({ oldPassword: '', newPassword: '', again: '' })
  if (!hasPassword) beginProof()
}

export async function proceed(): Promise<void> {
  if (await prove()) step.set('password')
}

/** Sets the password. How many other places were signed out; undefined after a refusal. */
export async function send(): Promise<number | undefined> {
  const done = await form.send()
  if (done !== undefined) return done.ended
  const now = form.sending.get()
  if (now.at === 'refused' && now.failure?.code === failures.ticketSpent.code) {
    step.set('prove')
    proveAgain()
  }
  return undefined
}
