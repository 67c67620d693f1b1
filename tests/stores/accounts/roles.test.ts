import { describe, expect, test } from 'vitest'
import { contentOf } from '../../support/client.ts'
import type { Loaded } from '../../../src/stores/loaded.ts'
import { resourceTree } from '../../../src/domain/accounts/permissions.ts'
import { subAccountOf } from '../../calls/accounts/people.ts'
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

describe('a role', () => {
  test('is made from the boxes, once, changed, and deleted when nobody holds it', async () => {
    const page = await signedIn('buyer')
    const list = await import('../../../src/stores/accounts/roles.ts')
    const forms = await import('../../../src/stores/accounts/role-form.ts')
    list.roles.start()
    forms.openDialog('new')
    await forms.loadHeld()
    expect(await forms.form.send()).toBeUndefined()
    expect(forms.form.sending.get()).toMatchObject({
      at: 'refused',
      faults: [{ field: 'permissions' }, { field: 'roleName' }],
    })
    forms.form.setText('roleName', '管理员')
    forms.chooseLeaf(branch('corpCenter'), 'my_orders')
    forms.chooseBranch(branch('messages'))
    expect(forms.form.values.get()?.permissions).toEqual([
      ...['corpCenter', 'my_orders', 'messages', 'message_reply', 'message_delete'],
    ])
    expect(await forms.form.send()).toBeUndefined()
    expect(forms.form.sending.get()).toMatchObject({ faults: [{ field: 'roleName', message: '已有同名的角色' }] })
    forms.form.setText('roleName', '跟单')
    const before = page.made.length
    const both = await Promise.all([forms.form.send(), forms.form.send()])
    expect(both.filter((answer) => answer !== undefined)).toHaveLength(1)
    expect(page.made.slice(before).filter((path) => path.endsWith('/role/save'))).toHaveLength(1)

    await list.roles.load()
    const made = ready(list.roles.state.get()).data.find(({ roleName }) => roleName === '跟单')
    if (made === undefined) throw new Error('The role is not listed')
    forms.openDialog(made)
    forms.chooseBranch(branch('messages'))
    expect(await forms.form.send()).toEqual({ roleId: made.roleId })
    list.askDelete(made)
    page.line.cut = true
    expect(await list.confirmDelete()).toBe(false)
    expect(list.deleting.get()).toMatchObject({ at: 'asking', failure: { code: 0 } })
    page.line.cut = false
    const answers = await Promise.all([list.confirmDelete(), list.confirmDelete()])
    expect(answers.toSorted()).toEqual([false, true])
    expect(list.deleting.get()).toEqual({ at: 'none' })
  }, 60_000)

  test('beyond one’s own rights cannot be composed, and is read only', async () => {
    const owner = await signedIn('buyer')
    const { api } = owner.client
    const { roleId } = contentOf(
      await api.accounts.roleSave({ roleName: '角色管理员', permissions: ['role_manage', 'my_orders'] }),
    )
    const { data } = contentOf(await api.accounts.subAccounts({ keyword: 'sub' }))
    contentOf(await api.accounts.subAccountUpdate({ userId: data[0]?.userId ?? 0, roleIds: [roleId] }))

    await signedIn('sub', '', owner.app)
    const forms = await import('../../../src/stores/accounts/role-form.ts')
    forms.begin(undefined)
    await forms.loadHeld()
    forms.chooseBranch(branch('corpCenter'))
    forms.chooseLeaf(branch('messages'), 'message_reply')
    expect(forms.form.values.get()?.permissions).toEqual(['my_orders'])
    const one = await import('../../../src/stores/accounts/role.ts')
    const administrators = contentOf(await api.accounts.roles({})).find(({ roleName }) => roleName === '管理员')
    await one.load(administrators?.roleId ?? 0)
    expect(ready(one.role.get())).toMatchObject({ mine: false, roleName: '管理员' })
  }, 60_000)
})

describe('accounts', () => {
  test('the list follows its address; a new one keeps what was typed until it is there', async () => {
    const page = await signedIn('buyer', '?state=locked&current=abc&roleId=-1')
    const address = await import('../../../src/stores/accounts/people-address.ts')
    const list = await import('../../../src/stores/accounts/sub-accounts.ts')
    const forms = await import('../../../src/stores/accounts/sub-account-form.ts')
    address.start(() => void list.load())
    expect(address.query.get()).toMatchObject({ tab: 'people', state: 'locked', current: 1, roleId: undefined })
    await list.load()
    expect(ready(list.people.get()).total).toBe(0)
    address.choose({ state: undefined, keyword: '仲' })
    expect(location.search).toBe(`?keyword=${encodeURIComponent('仲')}`)
    await list.load()
    expect(ready(list.people.get()).data.map((row) => (list.isInvited(row) ? '' : row.loginName))).toEqual(['buyer'])

    forms.openNew()
    for (const name of ['realName', 'mobile'] as const) forms.newForm.setText(name, account[name])
    forms.newForm.setText('mobile', '1717')
    expect(await forms.newForm.send()).toBeUndefined()
    expect(forms.newForm.sending.get()).toMatchObject({ at: 'refused', faults: [{ field: 'mobile' }] })
    forms.closeDialog()
    forms.openNew()
    expect(forms.newForm.values.get()).toMatchObject({ realName: '温知行', mobile: '1717' })
    forms.newForm.setText('mobile', '13880702046')
    expect(await forms.newForm.send()).toBeUndefined()
    expect(forms.newForm.sending.get()).toMatchObject({
      faults: [{ field: 'mobile', message: '该手机号的账号已在本企业' }],
    })
    forms.newForm.setText('mobile', account.mobile)
    expect(await forms.newForm.send()).toMatchObject({ invitationId: expect.any(Number) })
    expect(page.made.filter((path) => path.endsWith('/sub-account/save'))).toHaveLength(2)
  }, 60_000)

  test('is edited, locked, given a password with one’s own, and deleted', async () => {
    const page = await signedIn('buyer')
    const { userId } = await subAccountOf(page.app, page.client, account)
    const one = await import('../../../src/stores/accounts/sub-account.ts')
    const forms = await import('../../../src/stores/accounts/sub-account-form.ts')
    const list = await import('../../../src/stores/accounts/sub-accounts.ts')
    await one.load(userId)
    forms.editForm.setText('jobTitle', '项目助理')
    const [role] = contentOf(await page.client.api.accounts.roles({}))
    forms.editForm.set('roleIds', [role?.roleId ?? 0])
    expect(await one.save()).toBe(true)
    const shown = ready(one.account.get())
    expect(shown).toMatchObject({ jobTitle: '项目助理', roles: [{ roleId: role?.roleId }] })

    forms.openReset(shown)
    forms.resetForm.setText('password', 'Liangshan2026')
    expect(await forms.resetForm.send()).toBeUndefined()
    expect(forms.resetForm.sending.get()).toMatchObject({ faults: [{ field: 'ownPassword' }] })
    forms.resetForm.setText('ownPassword', 'Cuowu2026')
    expect(await forms.resetForm.send()).toBeUndefined()
    expect(forms.resetForm.sending.get()).toMatchObject({
      faults: [{ field: 'ownPassword', message: '您自己的密码不正确，请重新输入' }],
    })
    forms.resetForm.setText('ownPassword', 'Demo@2026')
    expect(await forms.resetForm.send()).toEqual({})

    list.ask('lock', shown)
    expect(await list.confirm()).toBe('lock')
    await one.load(userId)
    expect(ready(one.account.get()).locked).toBe(true)
    list.ask('delete', shown)
    expect((await Promise.all([list.confirm(), list.confirm()])).filter((step) => step === 'delete')).toHaveLength(1)
    list.ask('delete', shown)
    expect(await list.confirm()).toBeUndefined()
    expect(list.asked.get()).toMatchObject({ at: 'asking', failure: { code: 404 } })
  }, 60_000)

  test('made passwords may be used, and no two are alike', async () => {
    await signedIn('buyer')
    const { madePassword } = await import('../../../src/stores/accounts/sub-account-form.ts')
    const { passwordAllowed } = await import('../../../src/domain/accounts/password-rules.ts')
    const made = Array.from({ length: 50 }, madePassword)
    expect(made.filter((password) => !passwordAllowed(password))).toEqual([])
    expect(new Set(made).size).toBe(50)
  })
})

test('the operation log is narrowed by its address, and what was read stays when the line is cut', async () => {
  const page = await signedIn('buyer', '?tab=log&from=2020-13-01&until=2030-01-01')
  const address = await import('../../../src/stores/accounts/people-address.ts')
  const log = await import('../../../src/stores/accounts/operation-logs.ts')
  address.start(() => undefined)
  expect(address.query.get()).toMatchObject({ tab: 'log', from: '', until: '2030-01-01' })
  await log.load()
  const all = ready(log.lines.get()).total
  expect(all).toBeGreaterThan(10)
  address.choose({ keyword: '选定报价' })
  await log.load()
  expect(ready(log.lines.get()).total).toBeLessThan(all)
  page.line.cut = true
  await log.load()
  expect(log.lines.get()).toMatchObject({ at: 'ready', stale: { code: 0 } })
  address.open('people')
  expect(location.search).toBe('')
})
