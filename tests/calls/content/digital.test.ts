import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { digitalJoins } from '../../../src/db/tables/digital.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'

let app: TestApp
let ops: Client
let second: Client
let buyer: Client
beforeAll(async () => {
  app = await startApp()
  ;[ops, buyer] = [await as(app, 'ops'), await as(app, 'buyer')]
  await app.db.update(users).set({ isOperator: true }).where(eq(users.loginName, 'person'))
  second = await as(app, 'person')
})
afterAll(() => app.close())

describe('the store', () => {
  const list = (input: Parameters<Client['api']['content']['digitalApps']>[0]) =>
    visitor(app).api.content.digitalApps({ pageSize: 100, ...input })

  test('is found by words, kind and deployment; a facet is counted without itself', async () => {
    const all = contentOf(await list({}))
    expect(all.total).toBe(all.data.length)
    expect(all.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(all.total)
    const lims = contentOf(await list({ keyword: 'lims 检验' }))
    expect(lims.data.map(({ name }) => name)).toEqual(['检衡实验室信息管理系统'])
    const clinical = contentOf(await list({ kind: 'clinical' }))
    expect(new Set(clinical.data.map(({ kind }) => kind))).toEqual(new Set(['clinical']))
    expect(clinical.kinds).toHaveLength(all.kinds.length)
    const cloud = contentOf(await list({ deployment: 'saas' }))
    expect(new Set(cloud.data.map(({ deployment }) => deployment))).toEqual(new Set(['saas', 'both']))
    expect(contentOf(await list({ keyword: '100%' })).data).toEqual([])
    expect(faultyFields(await list({ keyword: '长'.repeat(31) }))).toEqual(['keyword'])
  })

  test('orders by price with what has none at the end, and turns pages without gap or double', async () => {
    const byPrice = contentOf(await list({ sort: 'price' })).data.map(({ price }) => price ?? Infinity)
    expect(byPrice.toSorted((a, b) => a - b)).toEqual(byPrice)
    expect(byPrice.at(-1)).toBe(Infinity)
    const pages = await Promise.all([1, 2, 3].map(async (current) => contentOf(await list({ current, pageSize: 7 }))))
    const ids = pages.flatMap(({ data }) => data.map(({ appId }) => appId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(Math.min(21, pages[0]?.total ?? 0))
  })

  test('an application, a solution and a use know each other; what is not there is not found', async () => {
    const { content } = visitor(app).api
    const [first] = contentOf(await content.digitalSolutions({}))
    const solution = contentOf(await content.digitalSolution({ solutionId: first?.solutionId ?? 0 }))
    expect(solution.appCount).toBe(solution.uses.length)
    const [one] = solution.uses
    const use = contentOf(await content.digitalSolutionApp({ useId: one?.useId ?? 0 }))
    expect(use).toMatchObject({ solutionId: solution.solutionId, title: one?.title })
    expect(use.others.map(({ useId }) => useId)).not.toContain(use.useId)
    const shown = contentOf(await content.digitalApp({ appId: use.app.appId }))
    expect(shown.uses.map(({ useId }) => useId)).toContain(use.useId)
    expect(shown.similar.map(({ appId }) => appId)).not.toContain(shown.appId)
    expect(contentOf(await content.digitalSolutions({ keyword: '临床试验一体化' }))).toHaveLength(1)
    const missing = await Promise.all([
      content.digitalApp({ appId: missingId }),
      content.digitalSolution({ solutionId: missingId }),
      content.digitalSolutionApp({ useId: missingId }),
    ])
    expect(missing.map(failureOf)).toEqual(['notFound', 'notFound', 'notFound'])
  })
})

let numbers = 0
const newMobile = () => `1370001${String(++numbers).padStart(4, '0')}`
const wish = (more: object = {}) => ({
  ...{ company: '测试软件公司', contact: '王工', mobile: newMobile(), appName: `测试应用${numbers}` },
  ...{
    kind: 'lims' as const,
    deployment: 'saas' as const,
    summary: '覆盖样品登记、检验与报告签发，已有十家客户在用。',
  },
  ...more,
})
const storedOf = (mobile: string) =>
  app.db.select().from(digitalJoins).where(eq(digitalJoins.mobile, mobile)).orderBy(desc(digitalJoins.id))
async function waiting(by: Client = visitor(app)): Promise<number> {
  const input = wish(by === buyer ? await plantCaptcha(app) : {})
  contentOf(await by.api.content.digitalJoin(input))
  const [row] = await storedOf(input.mobile)
  return row?.id ?? 0
}
const step = (by: Client, joinId: number, event: 'take' | 'accept' | 'decline' | 'release', note = '') =>
  by.api.content.digitalJoinStep({ joinId, event, note })

describe('digitalJoin', () => {
  test('keeps an application and tells the operators', async () => {
    const input = wish({ email: 'a@example.com', website: 'https://example.com/app' })
    contentOf(await visitor(app).api.content.digitalJoin(input))
    expect(await storedOf(input.mobile)).toMatchObject([{ ...input, status: 'waiting', userId: null }])
    const told = await app.db.select().from(notices).where(eq(notices.event, 'join.applied'))
    expect(told.map(({ text }) => text)).toContain(`应用：${input.appName}。`)
  })

  test('says which fields are wrong', async () => {
    const answer = await visitor(app).api.content.digitalJoin({
      ...wish(),
      ...{ company: '', contact: '', mobile: '123', appName: '', summary: '短', email: 'x', website: 'javascript:1' },
    })
    expect(faultyFields(answer).toSorted()).toEqual(
      ['company', 'contact', 'mobile', 'appName', 'summary', 'email', 'website'].toSorted(),
    )
  })

  test('wants a captcha from the second one of an address on, keeps the same once and three a day of a number', async () => {
    const client = visitor(app)
    const input = wish()
    contentOf(await client.api.content.digitalJoin(input))
    expect(failureOf(await client.api.content.digitalJoin({ ...input, appName: '另一个' }))).toBe('captchaNeeded')
    const again = async (appName: string) =>
      client.api.content.digitalJoin({ ...input, appName, ...(await plantCaptcha(app)) })
    contentOf(await again(input.appName))
    expect(await storedOf(input.mobile)).toHaveLength(1)
    contentOf(await again('二'))
    contentOf(await again('三'))
    expect(failureOf(await again('四'))).toBe('joinsUsedUp')
    expect(await storedOf(input.mobile)).toHaveLength(3)
  })
})

describe('digitalJoinStep', () => {
  test('is taken by one, decided by them alone with a result, and who was signed in is told', async () => {
    const joinId = await waiting(buyer)
    const taken = await Promise.all([step(ops, joinId, 'take'), step(second, joinId, 'take')])
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1)
    const [mine, others] = taken[0]?.ok ? [ops, second] : [second, ops]
    expect(failureOf(await step(others, joinId, 'accept', '同意'))).toBe('stepNotAllowed')
    expect(faultyFields(await step(mine, joinId, 'accept'))).toEqual(['note'])
    expect(contentOf(await step(mine, joinId, 'accept', '资料齐全')).status).toBe('accepted')
    expect(failureOf(await step(mine, joinId, 'decline', '再想想'))).toBe('stepNotAllowed')
    const told = await app.db.select().from(notices).where(eq(notices.event, 'join.decided'))
    expect(told.map(({ text }) => text)).toContain('资料齐全')
    const steps = await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'digital_join'), eq(stateChanges.entityId, joinId)))
    expect(steps.map(({ event }) => event)).toEqual(['take', 'accept'])
  })

  test('goes back to those that wait, which come first; lists are for operators', async () => {
    const joinId = await waiting()
    contentOf(await step(ops, joinId, 'take'))
    expect(contentOf(await step(second, joinId, 'release')).status).toBe('waiting')
    const { data, counts } = contentOf(await ops.api.content.digitalJoins({ pageSize: 100 }))
    expect(data.slice(0, counts.waiting).every(({ status }) => status === 'waiting')).toBe(true)
    expect(data.find((row) => row.joinId === joinId)).toMatchObject({ handlerName: '', mine: false })
    const found = contentOf(await ops.api.content.digitalJoins({ keyword: '细胞库', status: 'waiting' }))
    expect(found.data.map(({ appName }) => appName)).toEqual(['细胞库管理系统'])
    expect(failureOf(await buyer.api.content.digitalJoins({}))).toBe('forbidden')
    expect(failureOf(await step(buyer, joinId, 'take'))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.content.digitalJoins({}))).toBe('sessionInvalid')
    expect(failureOf(await step(ops, missingId, 'take'))).toBe('notFound')
  })
})
