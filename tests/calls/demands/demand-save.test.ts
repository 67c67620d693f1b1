import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DemandInput } from '../../../src/contract/demands/demands.ts'
import { categories } from '../../../src/db/tables/reference.ts'
import { startApp, startAppForTest, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { demandInput, inHours, leafOf, saveDemand } from './scene.ts'

let app: TestApp
let buyer: Client
let sub: Client
let leaf: number
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  sub = await as(app, 'sub')
  leaf = (await leafOf(app)).id
})
afterAll(() => app.close())

const input = (more: Partial<DemandInput> = {}) => demandInput(leaf, more)
const detail = async (client: Client, demandId: number) => contentOf(await client.api.demands.demand({ demandId }))

describe('posting a demand', () => {
  test('opens it at once while reviews are automatic, with both steps in history, and empties the pages', async () => {
    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    const { demandId, status } = contentOf(await saveDemand(buyer, input()))
    expect(status).toBe('open')
    expect(invalidate).toHaveBeenCalledWith(['demands', `demand:${demandId}`])
    invalidate.mockRestore()
    const made = await detail(buyer, demandId)
    expect(made.demandNo).toMatch(/^XQ\d{8}-\d{4,}$/)
    expect(made).toMatchObject({ mine: true, status: 'open', offerCount: 0, viewCount: 0, ownOfferId: null })
    expect(made.publishedAt).not.toBeNull()
    expect(made.history.map(({ event, by }) => [event, by])).toEqual([
      ['submit', made.companyName],
      ['pass', '系统'],
    ])
  })

  test('waits for an operator while reviews are by hand', async () => {
    const strict = await startAppForTest({ REVIEW: 'manual' })
    const client = await as(strict, 'buyer')
    const { demandId, status } = contentOf(await saveDemand(client, input()))
    expect(status).toBe('pending_review')
    const made = await detail(client, demandId)
    expect(made.publishedAt).toBeNull()
    expect(made.history.map(({ event }) => event)).toEqual(['submit'])
    expect(failureOf(await visitor(strict).api.demands.demand({ demandId }))).toBe('notFound')
  })

  test('numbers thirty at once without a collision', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => saveDemand(buyer, input({ submit: false }))))
    const ids = answers.map((answer) => contentOf(answer).demandId)
    expect(new Set(ids).size).toBe(30)
  })

  test('names each field that the situation refuses', async () => {
    const [product] = await app.db
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.kind, 'product'))
      .limit(1)
    const wrong = async (more: Partial<DemandInput>) => faultyFields(await saveDemand(buyer, input(more)))
    expect(await wrong({ deadline: inHours(0.9) })).toEqual(['deadline'])
    expect(await wrong({ deadline: inHours(24 * 181) })).toEqual(['deadline'])
    expect(await wrong({ categoryId: product?.id ?? 0 })).toEqual(['categoryId'])
    expect(await wrong({ categoryId: missingId })).toEqual(['categoryId'])
    expect(await wrong({ districtCode: '999999' })).toEqual(['districtCode'])
    expect(await wrong({ deliverBy: '2020-01-01' })).toEqual(['deliverBy'])
    expect(await wrong({ demandTitle: '', demandBudget: 1 })).toEqual(['demandTitle', 'demandBudget'])
    expect(await wrong({ districtCode: '999999', deadline: inHours(0) })).toEqual(['districtCode', 'deadline'])
  })

  test('is for companies with the right', async () => {
    expect(failureOf(await visitor(app).api.demands.demandSave(input()))).toBe('sessionInvalid')
    expect(failureOf(await saveDemand(sub, input()))).toBe('forbidden')
    expect(failureOf(await saveDemand(await as(app, 'person'), input()))).toBe('notCertified')
  })
})
