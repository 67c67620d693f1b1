import { describe, expect, test } from 'vitest'
import { operationLogs } from '../../../src/db/tables/operations.ts'
import { maskPhone } from '../../../src/domain/masks.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { demandInput, leafOf, saveDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { colleague, newAccount, roleWith, subAccountOf } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

const newest = async (client: Client, count: number) =>
  contentOf(await client.api.accounts.operationLogs({ pageSize: count })).data.map(({ action, detail }) => [
    action,
    detail,
  ])

describe('operationLogs', () => {
  test('record changes of accounts and roles with object, actor and address', async () => {
    owner.headers.set('user-agent', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36')
    const roleId = await roleWith(owner, ['my_orders'])
    const account = newAccount()
    const { userId } = await subAccountOf(app, owner, account)
    const update = (change: object) => owner.api.accounts.subAccountUpdate({ userId, ...change })
    contentOf(await update({ roleIds: [roleId], locked: true }))
    contentOf(await update({ locked: false }))
    contentOf(await update({ password: 'Songhe7731k', ownPassword: 'Demo@2026' }))
    contentOf(await owner.api.accounts.subAccountDelete({ userId }))
    contentOf(await owner.api.accounts.roleUpdate({ roleId, roleName: '改名后', permissions: [] }))
    contentOf(await owner.api.accounts.roleDelete({ roleId }))
    const { loginName, realName } = account
    expect((await newest(owner, 10)).map(([action, detail]) => [action, detail?.replace(/角色 \d+/, '角色')])).toEqual([
      ['删除角色', '改名后'],
      ['修改角色', '角色，改名为 改名后'],
      ['删除子账号', `${realName}（${loginName}）`],
      ['修改子账号', `${realName}：重设密码`],
      ['修改子账号', `${realName}：启用`],
      ['修改子账号', `${realName}：角色、停用`],
      ['登录', '接受企业邀请'],
      ['接受邀请加入企业', '成都衡序医药科技有限公司'],
      ['邀请子账号', `${realName}（${maskPhone(account.mobile)}）`],
      ['新增角色', '角色'],
    ])
    const [line] = contentOf(await owner.api.accounts.operationLogs({ pageSize: 1 })).data
    expect(line).toMatchObject({ userName: '仲晓妮', device: '电脑 Chrome' })
    expect(line?.ip).toMatch(/^10\./)
  })

  test('record demands, offers and deals, separately for each company', async () => {
    const input = demandInput((await leafOf(app)).id)
    const { demandId } = contentOf(await saveDemand(owner, { ...input, submit: true }))
    const offerId = await submittedOffer(seller, demandId)
    const { orderId, orderNo } = contentOf(await owner.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
    contentOf(await seller.api.orders.sellerOrderStep({ orderId, event: 'confirm' }))
    const [deal, saved] = await newest(owner, 2)
    expect(deal).toEqual([
      '选定报价',
      expect.stringMatching(new RegExp(`^XQ\\d+-\\d+，报价 BJ\\d+-\\d+，订单 ${orderNo}$`)),
    ])
    expect(saved).toEqual(['保存需求', expect.stringMatching(/^XQ\d+-\d+，提交发布$/)])
    expect(await newest(seller, 2)).toEqual([
      ['处理订单', `${orderNo}，确认接单`],
      ['保存报价', expect.stringMatching(/^BJ\d+-\d+，提交第 1 版$/)],
    ])
  })

  test('record nothing for rejected calls', async () => {
    const before = contentOf(await owner.api.accounts.operationLogs({})).total
    await owner.api.accounts.roleSave({ roleName: '管理员', permissions: [] })
    await owner.api.accounts.subAccountSave({ realName: '重复', mobile: '13880702046' })
    expect(contentOf(await owner.api.accounts.operationLogs({})).total).toBe(before)
  })

  test('are filtered by user, keyword and days of Shanghai', async () => {
    const { userId } = contentOf(await owner.api.accounts.profile({}))
    const at = (iso: string, action: string) => ({
      companyId: 1,
      userId,
      call: 'test',
      action,
      detail: '100%_',
      createdAt: new Date(iso),
    })
    await app.db.insert(operationLogs).values([
      at('2031-03-04T15:59:59Z', '当天末'), // 23:59:59 on the 4th in Shanghai
      at('2031-03-04T16:00:00Z', '次日初'), // 00:00 on the 5th
    ])
    const actions = async (input: object) =>
      contentOf(await owner.api.accounts.operationLogs(input)).data.map(({ action }) => action)
    expect(await actions({ from: '2031-03-04', until: '2031-03-04' })).toEqual(['当天末'])
    expect(await actions({ from: '2031-03-05' })).toEqual(['次日初'])
    expect(await actions({ keyword: '100%_', until: '2031-03-04' })).toEqual(['当天末'])
    expect(await actions({ keyword: '%', from: '2031-01-01', userId })).toHaveLength(2)
    expect(await actions({ keyword: 'a%b' })).toEqual([])
    const others = contentOf(await seller.api.accounts.profile({})).userId
    expect(await actions({ userId: others })).toEqual([])
  })

  test('end at the last page', async () => {
    const { total } = contentOf(await owner.api.accounts.operationLogs({ pageSize: 10 }))
    const last = Math.ceil(total / 10)
    const page = async (current: number) =>
      contentOf(await owner.api.accounts.operationLogs({ pageSize: 10, current })).data
    expect((await page(last)).length).toBe(total - (last - 1) * 10)
    expect(await page(last + 1)).toEqual([])
    expect(await page(1_000_000)).toEqual([])
  })

  test('reject invalid days, visitors and users without the permission; limited to the own company', async () => {
    expect(fieldsWithErrors(await owner.api.accounts.operationLogs({ from: '2026-02-30' }))).toEqual(['from'])
    expect(failureOf(await visitor(app).api.accounts.operationLogs({}))).toBe('sessionInvalid')
    expect(failureOf(await (await signInAs(app, 'sub')).api.accounts.operationLogs({}))).toBe('forbidden')
    const own = contentOf(await owner.api.accounts.operationLogs({ pageSize: 100 })).data.map(({ id }) => id)
    const theirs = contentOf(await seller.api.accounts.operationLogs({ pageSize: 100 })).data.map(({ id }) => id)
    expect(own.filter((id) => theirs.includes(id))).toEqual([])
  })
})

describe('ownOperations', () => {
  test('returns the security events of the own account, including a reset by others', async () => {
    const { client, userId } = await colleague(app, owner, ['my_orders'])
    contentOf(await client.api.accounts.userCardSave({ name: '名片' }))
    const reset = { userId, password: 'Songhe7731k', ownPassword: 'Demo@2026' }
    contentOf(await owner.api.accounts.subAccountUpdate(reset))
    const { loginName } = contentOf(await owner.api.accounts.subAccount({ userId }))
    const again = visitor(app)
    contentOf(await again.api.accounts.login({ loginName, password: 'Songhe7731k' }))
    const { data } = contentOf(await again.api.accounts.ownOperations({}))
    expect(data.find(({ action }) => action === '登录密码被重设')?.detail).toBe('由 仲晓妮 重设')
    expect(data.map(({ action }) => action)).not.toContain('修改名片')
    expect(data.every((line) => line.userId === userId)).toBe(true)
  })

  test('rejects an invalid page and visitors', async () => {
    expect(fieldsWithErrors(await owner.api.accounts.ownOperations({ current: 0 }))).toEqual(['current'])
    expect(failureOf(await visitor(app).api.accounts.ownOperations({}))).toBe('sessionInvalid')
  })
})
