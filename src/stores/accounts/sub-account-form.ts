import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { rolesCalls, type SubAccountRow } from '../../contract/accounts/roles.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { passwordFaults, type PasswordOwner } from '../../domain/accounts/password-rules.ts'
import { typedForm } from '../typed-form.ts'
import { atField } from './at-field.ts'

/** What stands in the forms of an account. */
export interface AccountValues {
  readonly realName: string
  readonly jobTitle: string
  readonly roleIds: readonly number[]
}
export interface NewAccountValues extends AccountValues {
  readonly mobile: string
}

export const emptyAccount: NewAccountValues = { realName: '', jobTitle: '', roleIds: [], mobile: '' }

function newPasswordFaults(password: string, owner: PasswordOwner): readonly FieldFault[] {
  if (password === '') return [{ field: 'password', message: '请设置密码' }]
  const [message] = passwordFaults(password, owner)
  return message === undefined ? [] : [{ field: 'password', message }]
}

/** Who is invited to be a new account. What was typed stays until it was sent, also when the dialog was closed in between. */
export const newForm = typedForm({
  schema: rolesCalls.subAccountSave.input,
  inputOf: (values: NewAccountValues) => ({ ...values, roleIds: [...values.roleIds] }),
  send: async (input) =>
    atField(await api.accounts.subAccountSave(input), { invitationsUsedUp: 'mobile', roleBeyond: 'roleIds' }),
})

type Update = z.input<typeof rolesCalls.subAccountUpdate.input>
let editing: SubAccountRow | undefined

/** Name, job and roles of an account; only what was changed is sent. */
export const editForm = typedForm({
  schema: rolesCalls.subAccountUpdate.input,
  inputOf: (values: AccountValues): Update => {
    const before = editing?.roles.map(({ roleId }) => roleId) ?? []
    const same = before.length === values.roleIds.length && values.roleIds.every((id) => before.includes(id))
    return {
      ...{ userId: editing?.userId ?? 0, realName: values.realName, jobTitle: values.jobTitle },
      ...(same ? {} : { roleIds: [...values.roleIds] }),
    }
  },
  send: async (input) => atField(await api.accounts.subAccountUpdate(input), { roleBeyond: 'roleIds' }),
})

/** Opens the form of an account as it stands. */
export function edit(account: SubAccountRow): void {
  editing = account
  const { realName, jobTitle, roles } = account
  editForm.begin({ realName, jobTitle, roleIds: roles.map(({ roleId }) => roleId) })
}

/** Another password for an account, with one's own. */
export interface ResetValues {
  readonly password: string
  readonly ownPassword: string
}
let resetting: SubAccountRow | undefined
export const resetForm = typedForm({
  schema: rolesCalls.subAccountUpdate.input,
  inputOf: (values: ResetValues): Update => ({ userId: resetting?.userId ?? 0, ...values }),
  own: ({ password, ownPassword }) => [
    ...newPasswordFaults(password, { loginName: resetting?.loginName }),
    ...(ownPassword === '' ? [{ field: 'ownPassword', message: '请输入您自己的登录密码' }] : []),
  ],
  send: async (input) =>
    atField(await api.accounts.subAccountUpdate(input), {
      wrongPassword: ['ownPassword', '您自己的密码不正确，请重新输入'],
      tooManyGuesses: 'ownPassword',
    }),
})
export function beginReset(account: SubAccountRow): void {
  resetting = account
  resetForm.begin({ password: '', ownPassword: '' })
}

/** Which dialog is open over the page. */
export const dialog = atom<
  { readonly is: 'none' } | { readonly is: 'new' } | { readonly is: 'edit' | 'reset'; readonly account: SubAccountRow }
>({ is: 'none' })
export const closeDialog = (): void => dialog.set({ is: 'none' })
export function openNew(): void {
  if (newForm.values.get() === null) newForm.begin(emptyAccount)
  newForm.settle()
  dialog.set({ is: 'new' })
}
export function openEdit(account: SubAccountRow): void {
  edit(account)
  dialog.set({ is: 'edit', account })
}
export function openReset(account: SubAccountRow): void {
  beginReset(account)
  dialog.set({ is: 'reset', account })
}

const signs = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789']
/** A password to hand over: 12 signs without those that look alike, some of every kind. */
export function madePassword(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(12))
  return [...bytes]
    .map((byte, index) => (signs[index % 3] ?? '').charAt(byte % (signs[index % 3] ?? '').length))
    .join('')
}
