import { describe, expect, test } from 'vitest'
import { contentOf } from '../../support/client.ts'
import type { Loaded } from '../../../src/stores/loadable.ts'
import { resourceTree } from '../../../src/domain/accounts/permissions.ts'
import { subAccountOf } from '../../support/scenes/accounts/people.ts'
import { signedIn } from '../demands/signed-in.ts'

const ready = <T>(state: Loaded<T>): T => {
  if (state.at !== 'ready') throw new Error(`It is ${state.at}`)
  return state.content
}
const branch = (code: string) => {
  const found = resourceTree.find((each) => each.code === code)
  if (found === undefined) throw new Error(`No branch ${code}`)
  return found
}
const account = {
  realName: '温知行',
  jobTitle: '',
  loginName: 'wenzhixing',
  mobile: '17188880001',
  password: 'Kaoyan2026',
}

describe('role store', () => {
  test('creates a role once, changes it, and deletes it when it has no members', async () => {
    const page = await signedIn('buyer')
    const list = await import('../../../src/stores/accounts/roles/roles.ts')
    const forms = await import('../../../src/stores/accounts/roles/role-form.ts')
    list.roleList.start()
    forms.openRoleDialog('new')
    await forms.loadHeldPermissions()
    expect(await forms.roleForm.submit()).toBeUndefined()
    expect(forms.roleForm.submitState.get()).toMatchObject({
      at: 'refused',
      fieldErrors: [{ field: 'permissions' }, { field: 'roleName' }],
    })
    forms.roleForm.setText('roleName', '管理员')
    forms.toggleRolePermission(branch('corpCenter'), 'my_orders')
    forms.toggleRoleBranch(branch('messages'))
    expect(forms.roleForm.values.get()?.permissions).toEqual([
      'corpCenter',
      'my_orders',
      'messages',
      'message_reply',
      'message_delete',
    ])
    expect(await forms.roleForm.submit()).toBeUndefined()
    expect(forms.roleForm.submitState.get()).toMatchObject({
      fieldErrors: [{ field: 'roleName', message: '已有同名的角色' }],
    })
    forms.roleForm.setText('roleName', '跟单')
    const before = page.calls.length
    const both = await Promise.all([forms.roleForm.submit(), forms.roleForm.submit()])
    expect(both.filter((answer) => answer !== undefined)).toHaveLength(1)
    expect(page.calls.slice(before).filter((path) => path.endsWith('/role/save'))).toHaveLength(1)

    await list.roleList.load()
    const made = ready(list.roleList.state.get()).data.find(({ roleName }) => roleName === '跟单')
    if (made === undefined) throw new Error('The role is not listed')
    forms.openRoleDialog(made)
    forms.toggleRoleBranch(branch('messages'))
    expect(await forms.roleForm.submit()).toEqual({ roleId: made.roleId })
    list.openRoleDeletion(made)
    page.network.cut = true
    expect(await list.deleteRole()).toBe(false)
    expect(list.roleDeletion.get()).toMatchObject({ at: 'asking', failure: { code: 0 } })
    page.network.cut = false
    const answers = await Promise.all([list.deleteRole(), list.deleteRole()])
    expect(answers.toSorted()).toEqual([false, true])
    expect(list.roleDeletion.get()).toEqual({ at: 'none' })
  }, 60_000)

  test('permissions beyond the own ones cannot be granted, and such roles are read-only', async () => {
    const owner = await signedIn('buyer')
    const { api } = owner.client
    const { roleId } = contentOf(
      await api.accounts.roleSave({ roleName: '角色管理员', permissions: ['role_manage', 'my_orders'] }),
    )
    const { data } = contentOf(await api.accounts.subAccounts({ keyword: 'sub' }))
    contentOf(await api.accounts.subAccountUpdate({ userId: data[0]?.userId ?? 0, roleIds: [roleId] }))

    await signedIn('sub', '', owner.app)
    const forms = await import('../../../src/stores/accounts/roles/role-form.ts')
    forms.startRoleForm(undefined)
    await forms.loadHeldPermissions()
    forms.toggleRoleBranch(branch('corpCenter'))
    forms.toggleRolePermission(branch('messages'), 'message_reply')
    expect(forms.roleForm.values.get()?.permissions).toEqual(['my_orders'])
    const one = await import('../../../src/stores/accounts/roles/role-form.ts')
    const administrators = contentOf(await api.accounts.roles({})).find(({ roleName }) => roleName === '管理员')
    await one.loadRole(administrators?.roleId ?? 0)
    expect(ready(one.role.get())).toMatchObject({ mine: false, roleName: '管理员' })
  }, 60_000)
})

describe('sub-account stores', () => {
  test('the list follows its URL; the input of an invitation is kept until it is sent', async () => {
    const page = await signedIn('buyer', '?state=locked&current=abc&roleId=-1')
    const address = await import('../../../src/stores/accounts/sub-accounts/people-query.ts')
    const list = await import('../../../src/stores/accounts/sub-accounts/sub-accounts.ts')
    const forms = await import('../../../src/stores/accounts/sub-accounts/sub-account-form.ts')
    address.startPeopleQuery(() => void list.loadPeople())
    expect(address.peopleQuery.get()).toMatchObject({ tab: 'people', state: 'locked', current: 1, roleId: undefined })
    await list.loadPeople()
    expect(ready(list.people.get()).total).toBe(0)
    address.setPeopleQuery({ state: undefined, keyword: '仲' })
    expect(location.search).toBe(`?keyword=${encodeURIComponent('仲')}`)
    await list.loadPeople()
    expect(ready(list.people.get()).data.map((row) => (list.isInvited(row) ? '' : row.loginName))).toEqual(['buyer'])

    forms.openNewAccount()
    for (const name of ['realName', 'mobile'] as const) forms.newAccountForm.setText(name, account[name])
    forms.newAccountForm.setText('mobile', '1717')
    expect(await forms.newAccountForm.submit()).toBeUndefined()
    expect(forms.newAccountForm.submitState.get()).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'mobile' }] })
    forms.closeAccountDialog()
    forms.openNewAccount()
    expect(forms.newAccountForm.values.get()).toMatchObject({ realName: '温知行', mobile: '1717' })
    forms.newAccountForm.setText('mobile', '13880702046')
    expect(await forms.newAccountForm.submit()).toBeUndefined()
    expect(forms.newAccountForm.submitState.get()).toMatchObject({
      fieldErrors: [{ field: 'mobile', message: '该手机号的账号已在本企业' }],
    })
    forms.newAccountForm.setText('mobile', account.mobile)
    expect(await forms.newAccountForm.submit()).toMatchObject({ invitationId: expect.any(Number) })
    expect(page.calls.filter((path) => path.endsWith('/sub-account/save'))).toHaveLength(2)
  }, 60_000)

  test('edits, locks, resets the password of, and deletes an account', async () => {
    const page = await signedIn('buyer')
    const { userId } = await subAccountOf(page.app, page.client, account)
    const one = await import('../../../src/stores/accounts/sub-accounts/sub-account-form.ts')
    const forms = await import('../../../src/stores/accounts/sub-accounts/sub-account-form.ts')
    const list = await import('../../../src/stores/accounts/sub-accounts/sub-accounts.ts')
    await one.loadSubAccount(userId)
    forms.accountForm.setText('jobTitle', '项目助理')
    const [role] = contentOf(await page.client.api.accounts.roles({}))
    forms.accountForm.set('roleIds', [role?.roleId ?? 0])
    expect(await one.saveSubAccount()).toBe(true)
    const shown = ready(one.subAccount.get())
    expect(shown).toMatchObject({ jobTitle: '项目助理', roles: [{ roleId: role?.roleId }] })

    forms.openPasswordReset(shown)
    forms.passwordResetForm.setText('password', 'Liangshan2026')
    expect(await forms.passwordResetForm.submit()).toBeUndefined()
    expect(forms.passwordResetForm.submitState.get()).toMatchObject({ fieldErrors: [{ field: 'ownPassword' }] })
    forms.passwordResetForm.setText('ownPassword', 'Cuowu2026')
    expect(await forms.passwordResetForm.submit()).toBeUndefined()
    expect(forms.passwordResetForm.submitState.get()).toMatchObject({
      fieldErrors: [{ field: 'ownPassword', message: '您自己的密码不正确，请重新输入' }],
    })
    forms.passwordResetForm.setText('ownPassword', 'Demo@2026')
    expect(await forms.passwordResetForm.submit()).toEqual({})

    list.openAccountConfirmation('lock', shown)
    expect(await list.confirmAccountAction()).toBe('lock')
    await one.loadSubAccount(userId)
    expect(ready(one.subAccount.get()).locked).toBe(true)
    list.openAccountConfirmation('delete', shown)
    expect(
      (await Promise.all([list.confirmAccountAction(), list.confirmAccountAction()])).filter(
        (step) => step === 'delete',
      ),
    ).toHaveLength(1)
    list.openAccountConfirmation('delete', shown)
    expect(await list.confirmAccountAction()).toBeUndefined()
    expect(list.accountConfirmation.get()).toMatchObject({ at: 'asking', failure: { code: 404 } })
  }, 60_000)

  test('generated passwords are valid and distinct', async () => {
    await signedIn('buyer')
    const { generatePassword } = await import('../../../src/stores/accounts/sub-accounts/sub-account-form.ts')
    const { isPasswordAllowed } = await import('../../../src/domain/accounts/password-rules.ts')
    const made = Array.from({ length: 50 }, generatePassword)
    expect(made.filter((password) => !isPasswordAllowed(password))).toEqual([])
    expect(new Set(made).size).toBe(50)
  })
})

test('the operation log is filtered by its URL, and loaded entries stay on network failure', async () => {
  const page = await signedIn('buyer', '?tab=log&from=2020-13-01&until=2030-01-01')
  const address = await import('../../../src/stores/accounts/sub-accounts/people-query.ts')
  const log = await import('../../../src/stores/accounts/sub-accounts/operation-logs.ts')
  address.startPeopleQuery(() => undefined)
  expect(address.peopleQuery.get()).toMatchObject({ tab: 'log', from: '', until: '2030-01-01' })
  await log.loadOperationLogs()
  const all = ready(log.operationLogs.get()).total
  expect(all).toBeGreaterThan(10)
  address.setPeopleQuery({ keyword: '选定报价' })
  await log.loadOperationLogs()
  expect(ready(log.operationLogs.get()).total).toBeLessThan(all)
  page.network.cut = true
  await log.loadOperationLogs()
  expect(log.operationLogs.get()).toMatchObject({ at: 'ready', stale: { code: 0 } })
  address.openPeopleTab('people')
  expect(location.search).toBe('')
})
