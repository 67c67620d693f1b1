import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DemandInput } from '../../../src/contract/demands/demands.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { findTemplate } from '../../../src/domain/demands/templates.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { demandInput, inHours, leafOf, openDemand, saveDemand } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
let leaf: number
beforeAll(async () => {
  leaf = (await leafOf(app)).id
})

const input = (more: Partial<DemandInput> = {}) => demandInput(leaf, more)
const form = async (client: Client, demandId: number) => contentOf(await client.api.demands.demandForm({ demandId }))
const empty: DemandInput = {
  demandTitle: '',
  categoryId: null,
  summary: '',
  demandBudget: 0,
  deadline: null,
  submit: false,
}
const question = { key: 'own1', label: '能否加急', input: 'yesNo' } as const

describe('a draft', () => {
  test('is saved empty or incomplete and returned unchanged', async () => {
    const { demandId, status, version } = contentOf(await saveDemand(buyer, empty))
    expect({ status, version }).toEqual({ status: 'draft', version: 1 })
    expect(await form(buyer, demandId)).toMatchObject({ categoryId: null, demandTitle: '', demandBudget: 0 })
    const half = {
      ...empty,
      demandTitle: ' 比格 ',
      facts: [{ label: '物种', value: '' }],
      questions: [{ ...question, label: '', input: 'select', options: ['甲', ''] }] satisfies DemandInput['questions'],
    }
    contentOf(await buyer.api.demands.demandUpdate({ ...half, demandId, version }))
    const kept = await form(buyer, demandId)
    expect(kept).toMatchObject({ demandTitle: '比格', facts: half.facts, version: 2 })
    expect(kept.questions).toEqual([{ ...half.questions[0], unit: '', required: false }])
    expect(contentOf(await buyer.api.demands.buyerDemands({ status: 'draft' })).data.length).toBeGreaterThan(0)
  })

  test('is submitted only when complete; otherwise returns field errors without any change', async () => {
    const { demandId } = contentOf(await saveDemand(buyer, empty))
    const sent = {
      ...empty,
      facts: [{ label: '', value: '值' }],
      questions: [{ ...question, label: '' }],
      submit: true,
    }
    expect(fieldsWithErrors(await buyer.api.demands.demandUpdate({ ...sent, demandId }))).toEqual([
      'demandTitle',
      'categoryId',
      'summary',
      'facts.0.label',
      'questions.0.label',
      'demandBudget',
      'deadline',
    ])
    expect(await form(buyer, demandId)).toMatchObject({ status: 'draft', version: 1, facts: [] })
  })

  test('returns conflict if it changed meanwhile', async () => {
    const { demandId, version } = contentOf(await saveDemand(buyer, empty))
    const edit = (title: string) => buyer.api.demands.demandUpdate({ ...empty, demandTitle: title, demandId, version })
    const answers = await Promise.all(['甲', '乙', '丙'].map(edit))
    expect(answers.map(failureOf).toSorted()).toEqual(['conflict', 'conflict', 'none'])
    expect((await form(buyer, demandId)).version).toBe(2)
  })
})

describe('the form of a demand', () => {
  test('is limited to the own company', async () => {
    const demandId = await openDemand(app, buyer)
    expect(failureOf(await visitor(app).api.demands.demandForm({ demandId }))).toBe('sessionInvalid')
    expect(failureOf(await other.api.demands.demandForm({ demandId }))).toBe('notFound')
    expect(failureOf(await buyer.api.demands.demandForm({ demandId: missingId }))).toBe('notFound')
    const sub = await signInAs(app, 'sub')
    expect(failureOf(await sub.api.demands.demandForm({ demandId }))).toBe('forbidden')
    expect(fieldsWithErrors(await buyer.api.demands.demandForm({ demandId: -1 }))).toEqual(['demandId'])
  })
})

describe('an idempotency key', () => {
  test('creates one demand when repeated; rejects another body', async () => {
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

  test('is optional: parallel requests with one body create one demand', async () => {
    const posted = input()
    const answers = await Promise.all(Array.from({ length: 4 }, () => buyer.api.demands.demandSave(posted)))
    expect(new Set(answers.map((answer) => contentOf(answer).demandId)).size).toBe(1)
  })
})

describe('a template', () => {
  const pk = findTemplate('pk')
  const filled = {
    templateKey: 'pk',
    templateVersion: 1,
    questions: pk?.questions.map((each) => ({ ...each, options: [...each.options] })),
    facts: [
      { label: '供试品', value: '小分子' },
      { label: '种属与例数', value: '比格犬 8 只' },
      { label: '给药途径与剂量', value: '灌胃' },
    ],
  }

  test('is saved with version and a copy of its questions', async () => {
    const { demandId } = contentOf(await saveDemand(buyer, input(filled)))
    const made = contentOf(await visitor(app).api.demands.demand({ demandId }))
    expect(made).toMatchObject({ templateKey: 'pk', templateVersion: 1, questions: pk?.questions })
  })

  test('requires its required fields, unchanged questions, and a known key', async () => {
    const wrong = async (more: Partial<DemandInput>) =>
      fieldsWithErrors(await saveDemand(buyer, input({ ...filled, ...more })))
    expect(await wrong({ facts: filled.facts.slice(1) })).toEqual(['fields.0'])
    expect(await wrong({ templateVersion: 99 })).toContain('templateKey')
    expect(await wrong({ templateKey: 'none' })).toContain('templateKey')
    const reworded = filled.questions?.map((each, at) => (at === 0 ? { ...each, label: '改过' } : each)) ?? []
    expect(await wrong({ questions: reworded })).toEqual(['questions.0.label'])
    expect(failureOf(await saveDemand(buyer, input({ ...filled, deadline: inHours(30) })))).toBe('none')
  })
})
