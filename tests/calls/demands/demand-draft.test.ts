import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemandInput } from '../../../src/contract/demands/demands.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { templateOf } from '../../../src/domain/demands/templates.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { demandInput, inHours, leafOf, openDemand, saveDemand } from './scene.ts'

let app: TestApp
let buyer: Client
let other: Client
let leaf: number
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  other = await as(app, 'buyer2')
  leaf = (await leafOf(app)).id
})
afterAll(() => app.close())

const input = (more: Partial<DemandInput> = {}) => demandInput(leaf, more)
const form = async (client: Client, demandId: number) => contentOf(await client.api.demands.demandForm({ demandId }))
const empty: DemandInput = {
  ...{ demandTitle: '', categoryId: null, summary: '', demandBudget: 0, deadline: null, submit: false },
}
const question = { key: 'own1', label: '能否加急', input: 'yesNo' } as const

describe('a draft', () => {
  test('is kept as typed, with nothing in it or half of it, and comes back so', async () => {
    const { demandId, status, version } = contentOf(await saveDemand(buyer, empty))
    expect({ status, version }).toEqual({ status: 'draft', version: 1 })
    expect(await form(buyer, demandId)).toMatchObject({ categoryId: null, demandTitle: '', demandBudget: 0 })
    const half = {
      ...{ ...empty, demandTitle: ' 比格 ', facts: [{ label: '物种', value: '' }] },
      questions: [{ ...question, label: '', input: 'select', options: ['甲', ''] }] satisfies DemandInput['questions'],
    }
    contentOf(await buyer.api.demands.demandUpdate({ ...half, demandId, version }))
    const kept = await form(buyer, demandId)
    expect(kept).toMatchObject({ demandTitle: '比格', facts: half.facts, version: 2 })
    expect(kept.questions).toEqual([{ ...half.questions[0], unit: '', required: false }])
    expect(contentOf(await buyer.api.demands.buyerDemands({ status: 'draft' })).data.length).toBeGreaterThan(0)
  })

  test('is submitted only when it is whole; each fault at its field, and nothing is changed', async () => {
    const { demandId } = contentOf(await saveDemand(buyer, empty))
    const sent = {
      ...empty,
      facts: [{ label: '', value: '值' }],
      questions: [{ ...question, label: '' }],
      submit: true,
    }
    expect(faultyFields(await buyer.api.demands.demandUpdate({ ...sent, demandId }))).toEqual([
      ...['demandTitle', 'categoryId', 'summary', 'facts.0.label', 'questions.0.label', 'demandBudget', 'deadline'],
    ])
    expect(await form(buyer, demandId)).toMatchObject({ status: 'draft', version: 1, facts: [] })
  })

  test('that somebody changed meanwhile is not written over', async () => {
    const { demandId, version } = contentOf(await saveDemand(buyer, empty))
    const edit = (title: string) => buyer.api.demands.demandUpdate({ ...empty, demandTitle: title, demandId, version })
    const answers = await Promise.all(['甲', '乙', '丙'].map(edit))
    expect(answers.map(failureOf).toSorted()).toEqual(['conflict', 'conflict', 'none'])
    expect((await form(buyer, demandId)).version).toBe(2)
  })
})

describe('the form of a demand', () => {
  test('is for the company that posted it', async () => {
    const demandId = await openDemand(app, buyer)
    expect(failureOf(await visitor(app).api.demands.demandForm({ demandId }))).toBe('sessionInvalid')
    expect(failureOf(await other.api.demands.demandForm({ demandId }))).toBe('notFound')
    expect(failureOf(await buyer.api.demands.demandForm({ demandId: missingId }))).toBe('notFound')
    const sub = await as(app, 'sub')
    expect(failureOf(await sub.api.demands.demandForm({ demandId }))).toBe('forbidden')
    expect(faultyFields(await buyer.api.demands.demandForm({ demandId: -1 }))).toEqual(['demandId'])
  })
})

describe('an intention', () => {
  test('sent again makes no second demand; another body under its key is refused', async () => {
    const [key, posted] = [newKey(), input()]
    const answers = await Promise.all(Array.from({ length: 8 }, () => saveDemand(buyer, posted, key)))
    expect(new Set(answers.map((answer) => contentOf(answer).demandId)).size).toBe(1)
    expect(failureOf(await saveDemand(buyer, { ...posted, summary: '别的' }, key))).toBe('keyReused')
    const named = await app.db
      .select({ id: demands.id })
      .from(demands)
      .where(eq(demands.title, posted.demandTitle ?? ''))
    expect(named).toHaveLength(1)
  })

  test('without a key is refused', async () => {
    expect(failureOf(await buyer.api.demands.demandSave(input()))).toBe('keyMissing')
  })
})

describe('a template', () => {
  const pk = templateOf('pk')
  const filled = {
    ...{
      templateKey: 'pk',
      templateVersion: 1,
      questions: pk?.questions.map((each) => ({ ...each, options: [...each.options] })),
    },
    facts: [
      { label: '供试品', value: '小分子' },
      { label: '种属与例数', value: '比格犬 8 只' },
      { label: '给药途径与剂量', value: '灌胃' },
    ],
  }

  test('is kept with its version and a copy of its questions', async () => {
    const { demandId } = contentOf(await saveDemand(buyer, input(filled)))
    const made = contentOf(await visitor(app).api.demands.demand({ demandId }))
    expect(made).toMatchObject({ templateKey: 'pk', templateVersion: 1, questions: pk?.questions })
  })

  test('wants its required fields, its own words, and to be there', async () => {
    const wrong = async (more: Partial<DemandInput>) =>
      faultyFields(await saveDemand(buyer, input({ ...filled, ...more })))
    expect(await wrong({ facts: filled.facts.slice(1) })).toEqual(['fields.0'])
    expect(await wrong({ templateVersion: 99 })).toContain('templateKey')
    expect(await wrong({ templateKey: 'none' })).toContain('templateKey')
    const reworded = filled.questions?.map((each, at) => (at === 0 ? { ...each, label: '改过' } : each)) ?? []
    expect(await wrong({ questions: reworded })).toEqual(['questions.0.label'])
    expect(failureOf(await saveDemand(buyer, input({ ...filled, deadline: inHours(30) })))).toBe('none')
  })
})
