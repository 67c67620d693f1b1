import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { rolesCalls, type SubAccountRow } from '../../../contract/accounts/roles.ts'
import type { FieldError } from '../../../contract/failures.ts'
import { getPasswordErrors, type PasswordOwner } from '../../../domain/accounts/password-rules.ts'
import { createForm } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { loadable } from '../../loadable.ts'

/** Values of the account forms. */
export interface AccountValues {
  readonly realName: string
  readonly jobTitle: string
  readonly roleIds: readonly number[]
}
export interface NewAccountValues extends AccountValues {
  readonly mobile: string
}

export const emptyAccount: NewAccountValues = { realName: '', jobTitle: '', roleIds: [], mobile: '' }

function newPasswordErrors(password: string, owner: PasswordOwner): readonly FieldError[] {
  if (password === '') return [{ field: 'password', message: '请设置密码' }]
  const [message] = getPasswordErrors(password, owner)
  return message === undefined ? [] : [{ field: 'password', message }]
}

/** Form to invite a new account. The input is kept until it is sent, even if the dialog is closed. */
export const newAccountForm = createForm({
  schema: rolesCalls.subAccountSave.input,
  inputOf: (values: NewAccountValues) => ({ ...values, roleIds: [...values.roleIds] }),
  submit: async (input) =>
    moveFailureToField(await api.accounts.subAccountSave(input), {
      invitationsUsedUp: 'mobile',
      roleBeyond: 'roleIds',
    }),
})

type Update = z.input<typeof rolesCalls.subAccountUpdate.input>
let editing: SubAccountRow | undefined

/** Name, job title and roles of an account; only changes are sent. */
export const accountForm = createForm({
  schema: rolesCalls.subAccountUpdate.input,
  inputOf: (values: AccountValues): Update => {
    const before = editing?.roles.map(({ roleId }) => roleId) ?? []
    const same = before.length === values.roleIds.length && values.roleIds.every((id) => before.includes(id))
    return {
      userId: editing?.userId ?? 0,
      realName: values.realName,
      jobTitle: values.jobTitle,
      ...(same ? {} : { roleIds: [...values.roleIds] }),
    }
  },
  submit: async (input) => moveFailureToField(await api.accounts.subAccountUpdate(input), { roleBeyond: 'roleIds' }),
})

/** Starts the form with the values of an account. */
export function startAccountForm(account: SubAccountRow): void {
  editing = account
  const { realName, jobTitle, roles } = account
  accountForm.start({ realName, jobTitle, roleIds: roles.map(({ roleId }) => roleId) })
}

/** Values for resetting an account's password, confirmed with the user's own password. */
export interface ResetValues {
  readonly password: string
  readonly ownPassword: string
}
let resetting: SubAccountRow | undefined
export const passwordResetForm = createForm({
  schema: rolesCalls.subAccountUpdate.input,
  inputOf: (values: ResetValues): Update => ({ userId: resetting?.userId ?? 0, ...values }),
  validate: ({ password, ownPassword }) => [
    ...newPasswordErrors(password, { loginName: resetting?.loginName }),
    ...(ownPassword === '' ? [{ field: 'ownPassword', message: '请输入您自己的登录密码' }] : []),
  ],
  submit: async (input) =>
    moveFailureToField(await api.accounts.subAccountUpdate(input), {
      wrongPassword: ['ownPassword', '您自己的密码不正确，请重新输入'],
      tooManyGuesses: 'ownPassword',
    }),
})
export function startPasswordReset(account: SubAccountRow): void {
  resetting = account
  passwordResetForm.start({ password: '', ownPassword: '' })
}

/** The open dialog of the page. */
export const accountDialog = atom<
  { readonly is: 'none' } | { readonly is: 'new' } | { readonly is: 'edit' | 'reset'; readonly account: SubAccountRow }
>({ is: 'none' })
export const closeAccountDialog = (): void => accountDialog.set({ is: 'none' })
export function openNewAccount(): void {
  if (newAccountForm.values.get() === null) newAccountForm.start(emptyAccount)
  newAccountForm.clearErrors()
  accountDialog.set({ is: 'new' })
}
export function openAccountEdit(account: SubAccountRow): void {
  startAccountForm(account)
  accountDialog.set({ is: 'edit', account })
}
export function openPasswordReset(account: SubAccountRow): void {
  startPasswordReset(account)
  accountDialog.set({ is: 'reset', account })
}

const passwordCharacters = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789']
/** Generates a password of 12 characters of every kind, without similar-looking ones. */
export function generatePassword(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(12))
  return [...bytes]
    .map((byte, index) =>
      (passwordCharacters[index % 3] ?? '').charAt(byte % (passwordCharacters[index % 3] ?? '').length),
    )
    .join('')
}

const part = loadable<SubAccountRow>()
/** One account of the company. */
export const subAccount = part.state
let shownUserId = 0

/** Loads the account and starts its form. */
export async function loadSubAccount(userId = shownUserId): Promise<void> {
  shownUserId = userId
  await part.load(() => api.accounts.subAccount({ userId }))
  const now = subAccount.get()
  if (now.at === 'ready' && now.stale === null) startAccountForm(now.content)
}

/** Saves name, job title and roles; true on success. */
export async function saveSubAccount(): Promise<boolean> {
  if ((await accountForm.submit()) === undefined) return false
  await loadSubAccount()
  return true
}
