import { and, desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ordersCalls } from '../../../src/contract/orders/orders.ts'
import { users } from '../../../src/db/tables/accounts.ts'
import { apiKeys } from '../../../src/db/tables/open-api.ts'
import { operationLogs } from '../../../src/db/tables/operations.ts'
import { apiKeyPerMinute, maxApiKeys } from '../../../src/domain/accounts/api-keys.ts'
import { defaultPerMinute } from '../../../src/server/limits.ts'
import { isWithinNetworks } from '../../../src/server/session/find-key-holder.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { dayIn, keyOf, programWith } from '../../support/scenes/accounts/keys.ts'
import { colleague, lockByPlatform } from '../../support/scenes/accounts/people.ts'
import { leafOf, demandInput } from '../../support/scenes/demands/demand.ts'
import { newKey, missingId } from '../../support/sentinels.ts'
import {
  addressHeader,
  pageRequestFacts,
  publicPageFacts,
  requestFacts,
} from '../../../src/server/http/request-facts.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')

const listed = async (by = owner) => contentOf(await by.api.accounts.apiKeys({ pageSize: 100 })).data

describe('a key', () => {
  test('is shown once, stored as a hash, and listed by its prefix', async () => {
    const { keyId, key } = await keyOf(app, owner, ['my_orders'])
    expect(key).toMatch(/^yxk_[\w-]{43}$/)
    const [row] = await app.db.select().from(apiKeys).where(eq(apiKeys.id, keyId))
    expect(row?.keyHash).not.toContain(key)
    expect(JSON.stringify(await listed())).not.toContain(key)
    const shown = (await listed()).find((one) => one.keyId === keyId)
    expect(shown).toMatchObject({
      name: 'ERP 对接',
      prefix: key.slice(0, 12),
      permissions: ['my_orders'],
      present: ['my_orders'],
      state: 'active',
      lastUsedAt: null,
      giverGone: false,
    })
    expect((await listed(other)).map((one) => one.keyId)).not.toContain(keyId)
  })

  test('calls as the person who gave it, with its permissions only', async () => {
    const { client, keyId } = await keyOf(app, owner, ['my_orders'])
    const own = contentOf(await owner.api.orders.buyerOrders({}))
    expect(contentOf(await client.api.orders.buyerOrders({})).total).toBe(own.total)
    expect(failureOf(await client.api.demands.buyerDemands({}))).toBe('forbidden')
    const shown = (await listed()).find((one) => one.keyId === keyId)
    expect(shown?.lastUsedAt).not.toBeNull()
  })

  test('may not be given rights beyond the giver, nor by somebody without 角色管理', async () => {
    const manager = await colleague(app, owner, ['role_manage', 'my_orders'])
    const input = { name: '越权', permissions: ['goods_manage' as const], expiresOn: dayIn(5) }
    expect(failureOf(await manager.client.api.accounts.apiKeySave(input))).toBe('roleBeyond')
    const buyer = await colleague(app, owner, ['my_orders'])
    const own = { name: '越权', permissions: ['my_orders' as const], expiresOn: dayIn(5) }
    expect(failureOf(await buyer.client.api.accounts.apiKeySave(own))).toBe('forbidden')
  })

  test('loses what its giver loses, at the next call', async () => {
    const manager = await colleague(app, owner, ['role_manage', 'my_orders', 'my_requirement'])
    const { client, keyId } = await keyOf(app, manager.client, ['my_orders', 'my_requirement'])
    contentOf(await client.api.demands.buyerDemands({}))
    contentOf(
      await owner.api.accounts.roleUpdate({ roleId: manager.roleId, roleName: '降级', permissions: ['my_orders'] }),
    )
    expect(failureOf(await client.api.demands.buyerDemands({}))).toBe('forbidden')
    contentOf(await client.api.orders.buyerOrders({}))
    const shown = (await listed()).find((one) => one.keyId === keyId)
    expect(shown).toMatchObject({ permissions: ['my_orders', 'my_requirement'], present: ['my_orders'] })
  })

  test('ends with its giver: locked or gone from the company', async () => {
    const manager = await colleague(app, owner, ['role_manage', 'my_orders'])
    const { client } = await keyOf(app, manager.client, ['my_orders'])
    await lockByPlatform(app, manager.loginName)
    expect(failureOf(await client.api.orders.buyerOrders({}))).toBe('apiKeyInvalid')
    await lockByPlatform(app, manager.loginName, false)
    contentOf(await client.api.orders.buyerOrders({}))
    await app.db.update(users).set({ companyId: null }).where(eq(users.id, manager.userId))
    expect(failureOf(await client.api.orders.buyerOrders({}))).toBe('apiKeyInvalid')
  })

  test('is revoked at once, once and for all', async () => {
    const { client, keyId } = await keyOf(app, owner, ['my_orders'])
    expect(failureOf(await other.api.accounts.apiKeyRevoke({ keyId }))).toBe('notFound')
    contentOf(await client.api.orders.buyerOrders({}))
    contentOf(await owner.api.accounts.apiKeyRevoke({ keyId }))
    expect(failureOf(await client.api.orders.buyerOrders({}))).toBe('apiKeyRevoked')
    const [row] = await app.db.select().from(apiKeys).where(eq(apiKeys.id, keyId))
    contentOf(await owner.api.accounts.apiKeyRevoke({ keyId }))
    const [again] = await app.db.select().from(apiKeys).where(eq(apiKeys.id, keyId))
    expect(again?.revokedAt).toEqual(row?.revokedAt)
    expect(failureOf(await owner.api.accounts.apiKeyRevoke({ keyId: missingId }))).toBe('notFound')
    const revoked = contentOf(await owner.api.accounts.apiKeys({ status: 'revoked' }))
    expect(revoked.data.map((one) => one.keyId)).toContain(keyId)
  })

  test('expires after its last day', async () => {
    const { client, keyId } = await keyOf(app, owner, ['my_orders'])
    await app.db
      .update(apiKeys)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(apiKeys.id, keyId))
    expect(failureOf(await client.api.orders.buyerOrders({}))).toBe('apiKeyExpired')
    const save = (expiresOn: string) =>
      owner.api.accounts.apiKeySave({ name: '期限', permissions: ['my_orders'], expiresOn })
    expect(fieldsWithErrors(await save(dayIn(-1)))).toEqual(['expiresOn'])
    expect(fieldsWithErrors(await save(dayIn(400)))).toEqual(['expiresOn'])
  })

  test('works from its networks only', async () => {
    const { client } = await keyOf(app, owner, ['my_orders'], ['203.0.113.0/24', '2001:db8::/32'])
    client.headers.set(addressHeader, '203.0.113.9')
    contentOf(await client.api.orders.buyerOrders({}))
    client.headers.set(addressHeader, '2001:db8::7')
    contentOf(await client.api.orders.buyerOrders({}))
    client.headers.set(addressHeader, '203.0.114.9')
    expect(failureOf(await client.api.orders.buyerOrders({}))).toBe('apiKeyNetwork')
    const wrong = await owner.api.accounts.apiKeySave({
      name: '网络',
      permissions: ['my_orders'],
      expiresOn: dayIn(5),
      networks: ['203.0.113.0/33'],
    })
    expect(fieldsWithErrors(wrong)).toEqual(['networks.0'])
    expect(isWithinNetworks('::ffff:203.0.113.9', ['203.0.113.0/24'])).toBe(true)
    expect(isWithinNetworks('', ['203.0.113.0/24'])).toBe(false)
  })

  test('refused keys count for their address', async () => {
    const guesser = programWith(app, 'yxk_unknown')
    guesser.headers.set(addressHeader, '198.51.100.7')
    const call = () => guesser.post('/fmall/order/buyer/list-page', '{}')
    expect((await call()).status).not.toBe(429)
    for (let at = 1; at < defaultPerMinute; at += 1) {
      await app.runtime.limits.take('198.51.100.7', ordersCalls.buyerOrders)
    }
    expect((await call()).status).toBe(429)
    guesser.headers.set(addressHeader, '198.51.100.8')
    expect((await call()).status).not.toBe(429)
  })

  test('unknown keys are refused, also beside a session', async () => {
    const unknown = programWith(app, 'yxk_unknown')
    expect(failureOf(await unknown.api.catalogue.services({}))).toBe('apiKeyInvalid')
    const session = await signInAs(app, 'buyer')
    session.headers.set('authorization', 'Bearer yxk_unknown')
    expect(failureOf(await session.api.orders.buyerOrders({}))).toBe('apiKeyInvalid')
    // Another scheme belongs to somebody else.
    session.headers.set('authorization', 'Basic eHl6')
    contentOf(await session.api.orders.buyerOrders({}))
  })
})

test('pages take no key: they are the same for everyone, or of a session', () => {
  const headers = new Headers({ authorization: 'Bearer yxk_example' })
  const { config } = app.runtime
  expect(requestFacts(headers, config).apiKey).toBe('yxk_example')
  expect(publicPageFacts(headers, config).apiKey).toBeUndefined()
  expect(pageRequestFacts(headers, config).apiKey).toBeUndefined()
})

describe('calls with a key', () => {
  test('of the web, about keys and for operators are refused', async () => {
    const { client } = await keyOf(app, owner)
    for (const answer of [
      await client.api.accounts.apiKeys({}),
      await client.api.accounts.profile({}),
      await client.api.accounts.sessions({}),
      await client.api.accounts.logout({}),
      await client.api.operations.operators({}),
    ])
      expect(failureOf(answer)).toBe('apiKeyCall')
  })

  test('that write leave a line in the operation log, with the key', async () => {
    const { client, key } = await keyOf(app, owner, ['publish_requirement'])
    const { id } = await leafOf(app)
    const input = { ...demandInput(id), submit: false }
    contentOf(await client.api.demands.demandSave(input, { idempotencyKey: newKey() }))
    const [line] = await app.db
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.call, 'demands.demandSave')))
      .orderBy(desc(operationLogs.id))
      .limit(1)
    expect(line?.detail).toContain(key.slice(0, 12))
    expect(line?.detail).not.toContain(key)
  })

  test('share a limit, which their answers tell', async () => {
    const { client, keyId } = await keyOf(app, owner, ['my_orders'])
    const first = await client.post('/fmall/order/buyer/list-page', '{}')
    expect(first.headers.get('ratelimit-limit')).toBe(String(apiKeyPerMinute))
    expect(first.headers.get('ratelimit-remaining')).toBe(String(apiKeyPerMinute - 1))
    expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    for (let at = 1; at < apiKeyPerMinute; at += 1) await app.runtime.limits.takeOfKey(keyId)
    const refused = await client.post('/fmall/order/buyer/detail', '{}')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // The person is not slowed down.
    contentOf(await owner.api.orders.buyerOrders({}))
  })
})

test('a company has a number of valid keys at most', async () => {
  const seller = await signInAs(app, 'seller2')
  const { keyId } = await keyOf(app, seller, ['my_orders'])
  const [row] = await app.db.select().from(apiKeys).where(eq(apiKeys.id, keyId))
  if (row === undefined) throw new Error('The key was not saved')
  const { id: _id, ...values } = row
  const more = Array.from({ length: maxApiKeys - 1 }, (_, at) => ({ ...values, keyHash: `of a test ${at}` }))
  await app.db.insert(apiKeys).values(more)
  const input = { name: '多一个', permissions: ['my_orders' as const], expiresOn: dayIn(3) }
  expect(failureOf(await seller.api.accounts.apiKeySave(input))).toBe('apiKeysFull')
  contentOf(await seller.api.accounts.apiKeyRevoke({ keyId }))
  contentOf(await seller.api.accounts.apiKeySave(input))
})
