import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { needs } from '../../../src/db/tables/demands.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { tellNeeds } from '../../../src/server/demands/public.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { leafOf } from './scene.ts'

let app: TestApp
let ops: Client
let second: Client
let buyer: Client
beforeAll(async () => {
  app = await startApp()
  ops = await as(app, 'ops')
  buyer = await as(app, 'buyer')
  await app.db.update(users).set({ isOperator: true }).where(eq(users.loginName, 'person'))
  second = await as(app, 'person')
})
afterAll(() => app.close())

let numbers = 0
const newMobile = () => `1370000${String(++numbers).padStart(4, '0')}`
const leave = (client: Client, mobile: string, text: string, more: { captchaId?: string; captcha?: string } = {}) =>
  client.api.demands.needInsert({ mobile, text, ...more })
const storedOf = (mobile: string) => app.db.select().from(needs).where(eq(needs.mobile, mobile)).orderBy(desc(needs.id))
async function waiting(text = '想找一家做 13 周毒理的'): Promise<number> {
  const mobile = newMobile()
  contentOf(await leave(visitor(app), mobile, text))
  const [need] = await storedOf(mobile)
  return need?.id ?? 0
}

describe('needInsert', () => {
  test('keeps what a visitor leaves, the number as it is dialled', async () => {
    const { id } = await leafOf(app)
    const mobile = newMobile()
    const typed = `+86 ${mobile.slice(0, 3)}-${mobile.slice(3)}`
    contentOf(
      await visitor(app).api.demands.needInsert({
        contact: '王女士',
        mobile: typed,
        text: '需要杂质研究',
        categoryId: id,
      }),
    )
    expect(await storedOf(mobile)).toMatchObject([
      { contact: '王女士', text: '需要杂质研究', categoryId: id, status: 'waiting', userId: null, handledBy: null },
    ])
    const other = newMobile()
    contentOf(await leave(buyer, other, '登录后留下'))
    expect((await storedOf(other))[0]?.userId).not.toBeNull()
  })

  test('wants a captcha from the second one of an address on', async () => {
    const client = visitor(app)
    contentOf(await leave(client, newMobile(), '第一条'))
    const mobile = newMobile()
    expect(failureOf(await leave(client, mobile, '第二条'))).toBe('captchaNeeded')
    expect(failureOf(await leave(client, mobile, '第二条', { captchaId: 'x', captcha: 'abcd' }))).toBe('captchaWrong')
    expect(await storedOf(mobile)).toEqual([])
    contentOf(await leave(client, mobile, '第二条', await plantCaptcha(app)))
    expect(await storedOf(mobile)).toHaveLength(1)
    // Somebody else's first one is free.
    contentOf(await leave(visitor(app), newMobile(), '别处的第一条'))
  })

  test('keeps the same wish of a number once, and three a day', async () => {
    const mobile = newMobile()
    const outcomes = await Promise.all(['甲', '甲', '甲'].map((text) => leave(visitor(app), mobile, text)))
    expect(outcomes.map(failureOf)).toEqual(['none', 'none', 'none'])
    expect(await storedOf(mobile)).toHaveLength(1)
    contentOf(await leave(visitor(app), mobile, '乙'))
    contentOf(await leave(visitor(app), mobile, '丙'))
    expect(failureOf(await leave(visitor(app), mobile, '丁'))).toBe('needsUsedUp')
    contentOf(await leave(visitor(app), mobile, '甲'))
    expect(await storedOf(mobile)).toHaveLength(3)
    await app.db
      .update(needs)
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(needs.mobile, mobile))
    contentOf(await leave(visitor(app), mobile, '甲'))
    expect(await storedOf(mobile)).toHaveLength(4)
  })

  test('says the same for a number with an account and one without', async () => {
    const [account] = await app.db.select({ mobile: users.mobile }).from(users).where(eq(users.loginName, 'buyer'))
    const answers = await Promise.all(
      [account?.mobile ?? '', newMobile()].map((mobile) => leave(visitor(app), mobile, '都一样')),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers.map(failureOf)).toEqual(['none', 'none'])
  })

  test('names what is wrong', async () => {
    expect(faultyFields(await leave(visitor(app), '12345', ''))).toEqual(['mobile', 'text'])
    expect(faultyFields(await leave(visitor(app), newMobile(), '长'.repeat(501)))).toEqual(['text'])
    expect(
      faultyFields(
        await visitor(app).api.demands.needInsert({ mobile: newMobile(), text: '类别', categoryId: missingId }),
      ),
    ).toEqual(['categoryId'])
  })

  test('takes a few a minute from one address', async () => {
    const client = visitor(app)
    const codes = []
    for (let turn = 0; turn < 8; turn += 1) codes.push(failureOf(await leave(client, newMobile(), '很多')))
    expect(codes.at(-1)).toBe('tooMany')
  })
})

describe('operators', () => {
  test('see who waits longest first, with counts; nobody else sees numbers', async () => {
    const [first, later] = [await waiting('早的'), await waiting('晚的')]
    const { data, counts, total } = contentOf(await ops.api.demands.needs({ pageSize: 100 }))
    const ids = data.map(({ needId }) => needId)
    expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(later))
    expect(counts.waiting).toBeGreaterThan(1)
    expect(total).toBe(Object.values(counts).reduce((sum, one) => sum + one, 0))
    expect(data.find(({ needId }) => needId === first)?.mobile).toMatch(/^137\d{8}$/)
    expect(contentOf(await ops.api.demands.needs({ keyword: '早的' })).data.map(({ needId }) => needId)).toEqual([
      first,
    ])
    expect(failureOf(await buyer.api.demands.needs({}))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.demands.needs({}))).toBe('sessionInvalid')
    expect(faultyFields(await ops.api.demands.needs({ current: 0 }))).toEqual(['current'])
  })

  test('take one, say what came of it, and the history tells', async () => {
    const needId = await waiting()
    expect(contentOf(await ops.api.demands.needStep({ needId, event: 'take' })).status).toBe('taken')
    expect(faultyFields(await ops.api.demands.needStep({ needId, event: 'finish' }))).toEqual(['note'])
    expect(contentOf(await ops.api.demands.needStep({ needId, event: 'finish', note: '已推荐三家' })).status).toBe(
      'done',
    )
    const row = contentOf(await ops.api.demands.needs({ status: 'done' })).data.find((each) => each.needId === needId)
    expect(row).toMatchObject({ note: '已推荐三家', mine: true })
    expect(row?.handlerName).not.toBe('')
    const steps = await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'need'), eq(stateChanges.entityId, needId)))
    expect(steps.map(({ event, toStatus, reason }) => [event, toStatus, reason])).toEqual([
      ['take', 'taken', ''],
      ['finish', 'done', '已推荐三家'],
    ])
    expect(failureOf(await ops.api.demands.needStep({ needId, event: 'take' }))).toBe('stepNotAllowed')
  })

  test('of two who take it at once one does; the other may only give it back', async () => {
    const needId = await waiting()
    const both = await Promise.all([ops, second].map((one) => one.api.demands.needStep({ needId, event: 'take' })))
    expect(both.map(failureOf).toSorted()).toEqual(['none', 'stepNotAllowed'])
    const [taker, loser] = both[0]?.ok === true ? [ops, second] : [second, ops]
    expect(failureOf(await loser.api.demands.needStep({ needId, event: 'finish', note: '抢着结' }))).toBe(
      'stepNotAllowed',
    )
    expect(failureOf(await loser.api.demands.needStep({ needId, event: 'drop', note: '抢着关' }))).toBe(
      'stepNotAllowed',
    )
    expect(contentOf(await loser.api.demands.needStep({ needId, event: 'release' })).status).toBe('waiting')
    expect(contentOf(await taker.api.demands.needStep({ needId, event: 'drop', note: '空号' })).status).toBe('dropped')
    expect(contentOf(await taker.api.demands.needStep({ needId, event: 'release' })).status).toBe('waiting')
  })

  test('only they may', async () => {
    const needId = await waiting()
    expect(failureOf(await buyer.api.demands.needStep({ needId, event: 'take' }))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.demands.needStep({ needId, event: 'take' }))).toBe('sessionInvalid')
    expect(failureOf(await ops.api.demands.needStep({ needId: missingId, event: 'take' }))).toBe('notFound')
    expect(failureOf(await ops.api.demands.needStep({ needId, event: 'release' }))).toBe('stepNotAllowed')
  })

  test('are told once of all that came, without numbers', async () => {
    await tellNeeds(app.db, app.runtime)
    const before = (await app.db.select().from(notices).where(eq(notices.event, 'need.left'))).length
    await waiting()
    await waiting()
    const send = vi.spyOn(app.runtime.push, 'send')
    await Promise.all([tellNeeds(app.db, app.runtime), tellNeeds(app.db, app.runtime)])
    await tellNeeds(app.db, app.runtime)
    const told = JSON.stringify(send.mock.calls)
    send.mockRestore()
    expect(told).toContain('2 位访客留下电话找供应商')
    expect(told).not.toMatch(/1370000/)
    const after = await app.db.select().from(notices).where(eq(notices.event, 'need.left'))
    // One for each of the two operators.
    expect(after.length - before).toBe(2)
    expect(after.every(({ title, text }) => !/1370000/.test(title + text))).toBe(true)
  })
})
