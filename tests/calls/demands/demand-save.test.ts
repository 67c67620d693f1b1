import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { DemandInput } from '../../../src/contract/demands/demands.ts'
import { categories } from '../../../src/db/tables/reference.ts'
import { startAppForTest } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { demandInput, inHours, leafOf, saveDemand } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const sub = clientForFile(app, 'sub')
let leaf: number
beforeAll(async () => {
  leaf = (await leafOf(app)).id
})

const input = (more: Partial<DemandInput> = {}) => demandInput(leaf, more)
const detail = async (client: Client, demandId: number) => contentOf(await client.api.demands.demand({ demandId }))

describe('posting a demand', () => {
  test('opens it at once with REVIEW=auto, with both steps in history, and invalidates pages', async () => {
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

  test('is pending review with REVIEW=manual', async () => {
    const strict = await startAppForTest({ REVIEW: 'manual' })
    const client = await signInAs(strict, 'buyer')
    const { demandId, status } = contentOf(await saveDemand(client, input()))
    expect(status).toBe('pending_review')
    const made = await detail(client, demandId)
    expect(made.publishedAt).toBeNull()
    expect(made.history.map(({ event }) => event)).toEqual(['submit'])
    expect(failureOf(await visitor(strict).api.demands.demand({ demandId }))).toBe('notFound')
  })

  test('assigns unique numbers to thirty parallel demands', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => saveDemand(buyer, input({ submit: false }))))
    const ids = answers.map((answer) => contentOf(answer).demandId)
    expect(new Set(ids).size).toBe(30)
  })

  test('returns field errors that depend on stored data', async () => {
    const [product] = await app.db
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.kind, 'product'))
      .limit(1)
    const wrong = async (more: Partial<DemandInput>) => fieldsWithErrors(await saveDemand(buyer, input(more)))
    expect(await wrong({ deadline: inHours(0.9) })).toEqual(['deadline'])
    expect(await wrong({ deadline: inHours(24 * 181) })).toEqual(['deadline'])
    expect(await wrong({ categoryId: product?.id ?? 0 })).toEqual(['categoryId'])
    expect(await wrong({ categoryId: missingId })).toEqual(['categoryId'])
    expect(await wrong({ districtCode: '999999' })).toEqual(['districtCode'])
    expect(await wrong({ deliverBy: '2020-01-01' })).toEqual(['deliverBy'])
    expect(await wrong({ demandTitle: '', demandBudget: 1 })).toEqual(['demandTitle', 'demandBudget'])
    expect(await wrong({ districtCode: '999999', deadline: inHours(0) })).toEqual(['districtCode', 'deadline'])
  })

  test('requires a company with the permission', async () => {
    expect(failureOf(await visitor(app).api.demands.demandSave(input()))).toBe('sessionInvalid')
    expect(failureOf(await saveDemand(sub, input()))).toBe('forbidden')
    expect(failureOf(await saveDemand(await signInAs(app, 'person'), input()))).toBe('notCertified')
  })
})
