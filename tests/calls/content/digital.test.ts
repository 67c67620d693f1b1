import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { digitalJoins } from '../../../src/db/tables/digital.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let ops: Client
let second: Client
let buyer: Client
beforeAll(async () => {
  ;[ops, buyer] = [await signInAs(app, 'ops'), await signInAs(app, 'buyer')]
  await app.db
    .update(users)
    .set({ isOperator: true, operatorRoles: ['admin'] })
    .where(eq(users.loginName, 'person'))
  second = await signInAs(app, 'person')
})

describe('the digital store', () => {
  const list = (input: Parameters<Client['api']['content']['digitalApps']>[0]) =>
    visitor(app).api.content.digitalApps({ pageSize: 100, ...input })

  test('is filtered by keyword, kind and deployment; a facet count ignores its own filter', async () => {
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
    expect(fieldsWithErrors(await list({ keyword: '长'.repeat(81) }))).toEqual(['keyword'])
  })

  test('sorts by price, those without a price last, and pages without gaps or duplicates', async () => {
    const byPrice = contentOf(await list({ sort: 'price' })).data.map(({ price }) => price ?? Infinity)
    expect(byPrice.toSorted((a, b) => a - b)).toEqual(byPrice)
    expect(byPrice.at(-1)).toBe(Infinity)
    const pages = await Promise.all([1, 2, 3].map(async (current) => contentOf(await list({ current, pageSize: 7 }))))
    const ids = pages.flatMap(({ data }) => data.map(({ appId }) => appId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(Math.min(21, pages[0]?.total ?? 0))
  })

  test('application, solution and use refer to each other; unknown ids return not found', async () => {
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
  company: '测试软件公司',
  contact: '王工',
  mobile: newMobile(),
  appName: `测试应用${numbers}`,
  kind: 'lims' as const,
  deployment: 'saas' as const,
  summary: '覆盖样品登记、检验与报告签发，已有十家客户在用。',
  ...more,
})
const storedOf = (mobile: string) =>
  app.db.select().from(digitalJoins).where(eq(digitalJoins.mobileHash, mobile)).orderBy(desc(digitalJoins.id))
async function waiting(by: Client = visitor(app)): Promise<number> {
  const input = wish(by === buyer ? await plantCaptcha(app) : {})
  contentOf(await by.api.content.digitalJoin(input))
  const [row] = await storedOf(input.mobile)
  return row?.id ?? 0
}
const step = (by: Client, joinId: number, event: 'take' | 'accept' | 'decline' | 'release', note = '') =>
  by.api.content.digitalJoinStep({ joinId, event, note })

describe('digitalJoin', () => {
  test('saves an application and notifies the operators', async () => {
    const input = wish({ email: 'a@example.com', website: 'https://example.com/app' })
    contentOf(await visitor(app).api.content.digitalJoin(input))
    expect(await storedOf(input.mobile)).toMatchObject([{ ...input, status: 'waiting', userId: null }])
    const told = await app.db.select().from(notices).where(eq(notices.event, 'join.applied'))
    expect(told.map(({ text }) => text)).toContain(`应用：${input.appName}。`)
  })

  test('returns field errors', async () => {
    const answer = await visitor(app).api.content.digitalJoin({
      ...wish(),
      company: '',
      contact: '',
      mobile: '123',
      appName: '',
      summary: '短',
      email: 'x',
      website: 'javascript:1',
    })
    expect(fieldsWithErrors(answer).toSorted()).toEqual(
      ['company', 'contact', 'mobile', 'appName', 'summary', 'email', 'website'].toSorted(),
    )
  })

  test('requires a captcha from the second per address on; saves equal ones once, at most three a day', async () => {
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
  test('is assigned to one operator, who alone decides with a result; signed-in applicants are notified', async () => {
    const joinId = await waiting(buyer)
    const taken = await Promise.all([step(ops, joinId, 'take'), step(second, joinId, 'take')])
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1)
    const [mine, others] = taken[0]?.ok ? [ops, second] : [second, ops]
    expect(failureOf(await step(others, joinId, 'accept', '同意'))).toBe('stepNotAllowed')
    expect(fieldsWithErrors(await step(mine, joinId, 'accept'))).toEqual(['note'])
    expect(contentOf(await step(mine, joinId, 'accept', '资料齐全')).status).toBe('accepted')
    expect(failureOf(await step(mine, joinId, 'decline', '取消'))).toBe('stepNotAllowed')
    const told = await app.db.select().from(notices).where(eq(notices.event, 'join.decided'))
    expect(told.map(({ text }) => text)).toContain('资料齐全')
    const steps = await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'digital_join'), eq(stateChanges.entityId, joinId)))
    expect(steps.map(({ event }) => event)).toEqual(['take', 'accept'])
  })

  test('can be returned to the waiting ones, which are listed first; lists are limited to operators', async () => {
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
