import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { leads } from '../../../src/db/tables/demands.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { leafOf } from '../../support/scenes/demands/demand.ts'
import { notifyOperatorsOfLeads } from '../../../src/server/demands/leads/leads.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const ops = clientForFile(app, 'ops')
const buyer = clientForFile(app, 'buyer')
let second: Client
beforeAll(async () => {
  await app.db
    .update(users)
    .set({ isOperator: true, operatorRoles: ['admin'] })
    .where(eq(users.loginName, 'person'))
  second = await signInAs(app, 'person')
})

let numbers = 0
const newMobile = () => `1370000${String(++numbers).padStart(4, '0')}`
const leave = (client: Client, mobile: string, text: string, more: { captchaId?: string; captcha?: string } = {}) =>
  client.api.demands.leadCreate({ mobile, text, ...more })
const storedOf = (mobile: string) =>
  app.db.select().from(leads).where(eq(leads.mobileHash, mobile)).orderBy(desc(leads.id))
async function waiting(text = '想找一家做 13 周毒理的'): Promise<number> {
  const mobile = newMobile()
  contentOf(await leave(visitor(app), mobile, text))
  const [need] = await storedOf(mobile)
  return need?.id ?? 0
}

describe('leadCreate', () => {
  test('saves a lead with a normalised number', async () => {
    const { id } = await leafOf(app)
    const mobile = newMobile()
    const typed = `+86 ${mobile.slice(0, 3)}-${mobile.slice(3)}`
    contentOf(
      await visitor(app).api.demands.leadCreate({
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

  test('requires a captcha from the second lead of an IP address', async () => {
    const client = visitor(app)
    contentOf(await leave(client, newMobile(), '第一条'))
    const mobile = newMobile()
    expect(failureOf(await leave(client, mobile, '第二条'))).toBe('captchaNeeded')
    expect(failureOf(await leave(client, mobile, '第二条', { captchaId: 'x', captcha: 'abcd' }))).toBe('captchaWrong')
    expect(await storedOf(mobile)).toEqual([])
    contentOf(await leave(client, mobile, '第二条', await plantCaptcha(app)))
    expect(await storedOf(mobile)).toHaveLength(1)
    // The first lead of another address needs none.
    contentOf(await leave(visitor(app), newMobile(), '别处的第一条'))
  })

  test('saves duplicates once, and three leads per number and day', async () => {
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
      .update(leads)
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(leads.mobileHash, mobile))
    contentOf(await leave(visitor(app), mobile, '甲'))
    expect(await storedOf(mobile)).toHaveLength(4)
  })

  test('does not reveal whether a number has an account', async () => {
    const [account] = await app.db.select({ mobile: users.mobile }).from(users).where(eq(users.loginName, 'buyer'))
    const answers = await Promise.all(
      [account?.mobile ?? '', newMobile()].map((mobile) => leave(visitor(app), mobile, '都一样')),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers.map(failureOf)).toEqual(['none', 'none'])
  })

  test('returns field errors', async () => {
    expect(fieldsWithErrors(await leave(visitor(app), '12345', ''))).toEqual(['mobile', 'text'])
    expect(fieldsWithErrors(await leave(visitor(app), newMobile(), '长'.repeat(501)))).toEqual(['text'])
    expect(
      fieldsWithErrors(
        await visitor(app).api.demands.leadCreate({ mobile: newMobile(), text: '分类', categoryId: missingId }),
      ),
    ).toEqual(['categoryId'])
  })

  test('is rate-limited per IP address', async () => {
    const client = visitor(app)
    const codes = []
    for (let turn = 0; turn < 8; turn += 1) codes.push(failureOf(await leave(client, newMobile(), '很多')))
    expect(codes.at(-1)).toBe('tooMany')
  })
})

describe('operators', () => {
  test('list waiting leads first with counts; others are forbidden', async () => {
    const [first, later] = [await waiting('早的'), await waiting('晚的')]
    const { data, counts, total } = contentOf(await ops.api.demands.leads({ pageSize: 100 }))
    const ids = data.map(({ needId }) => needId)
    expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(later))
    expect(counts.waiting).toBeGreaterThan(1)
    expect(total).toBe(Object.values(counts).reduce((sum, one) => sum + one, 0))
    expect(data.find(({ needId }) => needId === first)?.mobile).toMatch(/^137\d{8}$/)
    expect(contentOf(await ops.api.demands.leads({ keyword: '早的' })).data.map(({ needId }) => needId)).toEqual([
      first,
    ])
    expect(failureOf(await buyer.api.demands.leads({}))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.demands.leads({}))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await ops.api.demands.leads({ current: 0 }))).toEqual(['current'])
  })

  test('take and finish a lead with a note, recorded in the history', async () => {
    const needId = await waiting()
    expect(contentOf(await ops.api.demands.leadStep({ needId, event: 'take' })).status).toBe('taken')
    expect(fieldsWithErrors(await ops.api.demands.leadStep({ needId, event: 'finish' }))).toEqual(['note'])
    expect(contentOf(await ops.api.demands.leadStep({ needId, event: 'finish', note: '已推荐三家' })).status).toBe(
      'done',
    )
    const row = contentOf(await ops.api.demands.leads({ status: 'done' })).data.find((each) => each.needId === needId)
    expect(row).toMatchObject({ note: '已推荐三家', mine: true })
    expect(row?.handlerName).not.toBe('')
    const steps = await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'lead'), eq(stateChanges.entityId, needId)))
    expect(steps.map(({ event, toStatus, reason }) => [event, toStatus, reason])).toEqual([
      ['take', 'taken', ''],
      ['finish', 'done', '已推荐三家'],
    ])
    expect(failureOf(await ops.api.demands.leadStep({ needId, event: 'take' }))).toBe('stepNotAllowed')
  })

  test('cannot take a lead twice; others can only release it', async () => {
    const needId = await waiting()
    const both = await Promise.all([ops, second].map((one) => one.api.demands.leadStep({ needId, event: 'take' })))
    expect(both.map(failureOf).toSorted()).toEqual(['none', 'stepNotAllowed'])
    const [taker, loser] = both[0]?.ok === true ? [ops, second] : [second, ops]
    expect(failureOf(await loser.api.demands.leadStep({ needId, event: 'finish', note: '抢着结' }))).toBe(
      'stepNotAllowed',
    )
    expect(failureOf(await loser.api.demands.leadStep({ needId, event: 'drop', note: '抢着关' }))).toBe(
      'stepNotAllowed',
    )
    expect(contentOf(await loser.api.demands.leadStep({ needId, event: 'release' })).status).toBe('waiting')
    expect(contentOf(await taker.api.demands.leadStep({ needId, event: 'drop', note: '空号' })).status).toBe('dropped')
    expect(contentOf(await taker.api.demands.leadStep({ needId, event: 'release' })).status).toBe('waiting')
  })

  test('are the only ones allowed to step leads', async () => {
    const needId = await waiting()
    expect(failureOf(await buyer.api.demands.leadStep({ needId, event: 'take' }))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.demands.leadStep({ needId, event: 'take' }))).toBe('sessionInvalid')
    expect(failureOf(await ops.api.demands.leadStep({ needId: missingId, event: 'take' }))).toBe('notFound')
    expect(failureOf(await ops.api.demands.leadStep({ needId, event: 'release' }))).toBe('stepNotAllowed')
  })

  test('are notified once of all new leads, without numbers', async () => {
    await notifyOperatorsOfLeads(app.db, app.runtime)
    const before = (await app.db.select().from(notices).where(eq(notices.event, 'need.left'))).length
    await waiting()
    await waiting()
    const send = vi.spyOn(app.runtime.push, 'send')
    await Promise.all([notifyOperatorsOfLeads(app.db, app.runtime), notifyOperatorsOfLeads(app.db, app.runtime)])
    await notifyOperatorsOfLeads(app.db, app.runtime)
    const told = JSON.stringify(send.mock.calls)
    send.mockRestore()
    expect(told).toContain('2 位访客留下电话找供应商')
    expect(told).not.toMatch(/1370000/)
    const after = await app.db.select().from(notices).where(eq(notices.event, 'need.left'))
    // One for each of the three operators whose roles include 接待.
    expect(after.length - before).toBe(3)
    expect(after.every(({ title, text }) => !/1370000/.test(title + text))).toBe(true)
  })
})
