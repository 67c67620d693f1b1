import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DemandInput } from '../../../src/contract/demands/demands.ts'
import type { FilePurpose } from '../../../src/contract/operations/files.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { csv, pdf } from '../../support/uploads.ts'
import { demandInput, inHours, leafOf, saveDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
let leaf: number
beforeAll(async () => {
  leaf = (await leafOf(app)).id
})

const input = (more: Partial<DemandInput> = {}) => demandInput(leaf, more)
const form = async (demandId: number) => contentOf(await buyer.api.demands.demandForm({ demandId }))
async function upload(client: Client, purpose: FilePurpose, name = '方案要点.pdf'): Promise<string> {
  const file = new File([purpose === 'document' ? pdf : csv], purpose === 'document' ? name : '历史数据.csv')
  return contentOf(await client.upload(purpose, file)).fileId
}

describe('files of a demand', () => {
  test('are public, or confidential and in the owner’s form only', async () => {
    const [fileId, annexId] = [await upload(buyer, 'document'), await upload(buyer, 'attachment')]
    const secret = { confidentialText: '结构为激酶抑制剂 XK-17', ownTerms: '仅限本项目' }
    const posted = input({ fileIds: [fileId], annexIds: [annexId], ...secret })
    const { demandId } = contentOf(await saveDemand(buyer, posted))
    const seen = contentOf(await visitor(app).api.demands.demand({ demandId }))
    expect(seen).toMatchObject({ confidential: true, annexCount: 1, ownTerms: '仅限本项目' })
    expect(seen.files.map((file) => file.fileId)).toEqual([fileId])
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`XK-17|${annexId}|历史数据`))
    expect(await form(demandId)).toMatchObject({ ...secret, annexes: [{ fileId: annexId, name: '历史数据.csv' }] })
    const [row] = await app.db.select({ tokens: demands.tokens }).from(demands).where(eq(demands.id, demandId))
    expect(String(row?.tokens)).toContain('比格')
    expect(String(row?.tokens).toLowerCase()).not.toContain('xk-17')
  })

  test('of another company, another purpose or unknown are rejected with their index', async () => {
    const [own, foreign, wrong] = [
      await upload(buyer, 'document'),
      await upload(other, 'document'),
      await upload(buyer, 'attachment'),
    ]
    const refused = async (more: Partial<DemandInput>) => fieldsWithErrors(await saveDemand(buyer, input(more)))
    expect(await refused({ fileIds: [own, foreign] })).toEqual(['fileIds.1'])
    expect(await refused({ fileIds: [wrong] })).toEqual(['fileIds.0'])
    expect(await refused({ annexIds: [own] })).toEqual(['annexIds.0'])
    expect(await refused({ annexIds: ['x'.repeat(22)] })).toEqual(['annexIds.0'])
  })

  test('of a draft can be added, removed and reordered', async () => {
    const [a, b, c] = [
      await upload(buyer, 'document'),
      await upload(buyer, 'document'),
      await upload(buyer, 'document'),
    ]
    const draft = input({ fileIds: [a, b], submit: false })
    const { demandId } = contentOf(await saveDemand(buyer, draft))
    contentOf(await buyer.api.demands.demandUpdate({ ...draft, demandId, fileIds: [c, b] }))
    expect((await form(demandId)).files.map(({ fileId }) => fileId)).toEqual([c, b])
  })
})

describe('an open demand', () => {
  const posted = () =>
    input({
      questions: [{ key: 'own1', label: '能否加急', input: 'yesNo' }],
      confidentialText: '结构',
      ownTerms: '条款',
    })

  test('accepts edits of unpriced content, recorded in history and notified to offering companies', async () => {
    const before = posted()
    const { demandId } = contentOf(await saveDemand(buyer, before))
    await submittedOffer(seller, demandId, { answers: [] })
    const deadline = inHours(72)
    const fileId = await upload(buyer, 'document')
    const edit = { ...before, demandId, deadline, fileIds: [fileId], confidentialText: '结构与路线', version: 1 }
    expect(
      contentOf(await buyer.api.demands.demandUpdate({ ...edit, facts: [{ label: '物种', value: '猴' }] })),
    ).toEqual({
      demandId,
      status: 'open',
      version: 2,
    })
    const after = await form(demandId)
    expect(after).toMatchObject({ deadline, confidentialText: '结构与路线', files: [{ fileId }] })
    const step = after.history.at(-1)
    expect(step).toMatchObject({ event: 'edit', fromStatus: 'open', toStatus: 'open' })
    expect(step?.reason).toMatch(/^修改了要求（物种）；报价截止时间由 .+ 推迟到 .+；增加公开附件 1 个；更新了保密说明$/)
    const told = await app.db.select().from(notices).where(eq(notices.event, 'demand.changed'))
    const mine = told.filter(({ title }) => title.includes(before.demandTitle ?? '-'))
    expect(mine.length).toBeGreaterThan(0)
    expect(mine[0]?.text).toContain('推迟到')
    expect(JSON.stringify(mine)).not.toContain('结构与路线')
  })

  test('rejects edits of questions, seal and terms, removals, and earlier deadlines', async () => {
    const before = posted()
    const { demandId } = contentOf(await saveDemand(buyer, before))
    const edit = async (more: Partial<DemandInput>) =>
      fieldsWithErrors(await buyer.api.demands.demandUpdate({ ...before, demandId, ...more }))
    expect(await edit({ questions: [] })).toEqual(['questions'])
    expect(await edit({ sealedOnly: true })).toEqual(['sealedOnly'])
    expect(await edit({ ownTerms: '' })).toEqual(['ownTerms'])
    expect(await edit({ confidentialText: '' })).toEqual(['confidentialText'])
    expect(await edit({ deadline: inHours(24) })).toEqual(['deadline'])
    expect(await edit({ summary: '' })).toEqual(['summary'])
    expect(await form(demandId)).toMatchObject({ version: 1, ownTerms: '条款' })
  })

  test('saved without changes adds no step and notifies nobody', async () => {
    const before = posted()
    const { demandId } = contentOf(await saveDemand(buyer, before))
    const steps = (await form(demandId)).history.length
    expect(contentOf(await buyer.api.demands.demandUpdate({ ...before, demandId })).version).toBe(1)
    expect((await form(demandId)).history).toHaveLength(steps)
  })

  test('returns conflict for an outdated version', async () => {
    const before = posted()
    const { demandId } = contentOf(await saveDemand(buyer, before))
    contentOf(await buyer.api.demands.demandUpdate({ ...before, demandId, summary: '新说明', version: 1 }))
    const late = buyer.api.demands.demandUpdate({ ...before, demandId, summary: '旧说明', version: 1 })
    expect(failureOf(await late)).toBe('conflict')
    expect((await form(demandId)).summary).toBe('新说明')
  })
})
