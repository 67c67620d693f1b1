import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { demands, offerVersions } from '../../../src/db/tables/demands.ts'
import { unfilled } from '../../../src/domain/demands/offer-terms.ts'
import { contentOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { pdf } from '../../support/uploads.ts'
import { openDemand, terms } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

type Input = Parameters<Client['api']['demands']['offerSave']>[0]
const save = (client: Client, demandId: number, submit: boolean, more: Partial<Input> = {}) =>
  client.api.demands.offerSave({ ...terms(), demandId, submit, ...more })

/** A demand with three questions, set in the database independent of the demand form. */
async function askingDemand(): Promise<number> {
  const demandId = await openDemand(app, buyer)
  const questions = [
    { key: 'glp', label: '是否 GLP', input: 'yesNo' as const, options: [], unit: '', required: true },
    { key: 'strain', label: '品系', input: 'select' as const, options: ['SD', 'Wistar'], unit: '', required: false },
    { key: 'animals', label: '动物数', input: 'number' as const, options: [], unit: '只', required: true },
  ]
  await app.db.update(demands).set({ questions }).where(eq(demands.id, demandId))
  return demandId
}

describe('answers', () => {
  test('are saved in the order of the questions, without unknown ones', async () => {
    const demandId = await askingDemand()
    const answers = [
      { key: 'animals', value: '40' },
      { key: 'nobody', value: '多余' },
      { key: 'glp', value: '是' },
    ]
    const { offerId } = contentOf(await save(seller, demandId, true, { answers }))
    const kept = [
      { key: 'glp', value: '是' },
      { key: 'animals', value: '40' },
    ]
    expect(contentOf(await buyer.api.demands.buyerOffer({ offerId })).current.answers).toEqual(kept)
    const own = contentOf(await seller.api.demands.sellerOffer({ offerId }))
    expect(own.current.answers).toEqual(kept)
    expect(own.questions.map(({ label }) => label)).toEqual(['是否 GLP', '品系', '动物数'])
  })

  test('are validated when submitted, not in a draft', async () => {
    const demandId = await askingDemand()
    const answers = [
      { key: 'glp', value: '也许' },
      { key: 'strain', value: '别的' },
    ]
    expect(fieldsWithErrors(await save(seller, demandId, true, { answers }))).toEqual([
      'answers.glp',
      'answers.strain',
      'answers.animals',
    ])
    contentOf(await save(seller, demandId, false, { answers }))
    expect(contentOf(await seller.api.demands.ownOffer({ demandId }))?.current.answers).toEqual(answers)
  })
})

describe('a draft', () => {
  test('may be incomplete, and returns errors on submission', async () => {
    const demandId = await openDemand(app, buyer)
    const empty = {
      items: [],
      milestones: [],
      durationDays: unfilled.number,
      validUntil: unfilled.moment,
      note: '',
    }
    contentOf(await save(seller, demandId, false, empty))
    const half = {
      items: [{ name: '', unit: '项', quantity: 9_999_999, unitPrice: 100_000_000_000_000 }],
      milestones: [{ name: '首付', percent: unfilled.number, dueDays: unfilled.dueDays }],
    }
    contentOf(await save(seller, demandId, false, { ...empty, ...half }))
    const own = contentOf(await seller.api.demands.ownOffer({ demandId }))
    expect(own?.current).toMatchObject({ ...empty, ...half, version: 0, hash: '', salt: '' })
    expect(contentOf(await seller.api.demands.sellerOffers({})).data[0]).toMatchObject({ status: 'draft', version: 0 })
    expect(fieldsWithErrors(await save(seller, demandId, true, { ...empty, ...half }))).toEqual([
      'items.0.name',
      'items.0.quantity',
      'items.0.unitPrice',
      'items',
      'milestones.0.percent',
      'milestones.0.dueDays',
      'durationDays',
      'validUntil',
    ])
  })
})

describe('files', () => {
  const uploaded = async (client: Client, name: string) =>
    contentOf(await client.upload('attachment', new File([pdf], name, { type: 'application/pdf' }))).fileId

  test('belong to their version, with name, size and content hash', async () => {
    const demandId = await openDemand(app, buyer)
    const [first, second] = [await uploaded(seller, '方案.pdf'), await uploaded(seller, '报价单.pdf')]
    const { offerId } = contentOf(await save(seller, demandId, true, { fileIds: [first, second, first] }))
    contentOf(await save(seller, demandId, true, { fileIds: [second] }))
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const { data } = contentOf(await buyer.api.demands.offerVersions({ offerId }))
    expect(data.map(({ files }) => files.map(({ name }) => name))).toEqual([['报价单.pdf'], ['方案.pdf', '报价单.pdf']])
    expect(data[1]?.files[0]).toMatchObject({ fileId: first, size: pdf.length, sha256 })
  })

  test('must be own uploads of the right purpose, ten at most', async () => {
    const demandId = await openDemand(app, buyer)
    const foreign = await uploaded(seller3, '别家.pdf')
    const paper = contentOf(await seller.upload('document', new File([pdf], '公开.pdf'))).fileId
    const own = await uploaded(seller, '自己.pdf')
    for (const fileId of [foreign, paper, 'A'.repeat(22)]) {
      expect(fieldsWithErrors(await save(seller, demandId, true, { fileIds: [own, fileId] }))).toEqual(['fileIds.1'])
      expect(fieldsWithErrors(await save(seller, demandId, false, { fileIds: [fileId] }))).toEqual(['fileIds.0'])
    }
    const many = Array.from({ length: 11 }, () => own)
    expect(fieldsWithErrors(await save(seller, demandId, true, { fileIds: many }))).toEqual(['fileIds'])
    expect(contentOf(await seller.api.demands.ownOffer({ demandId }))).toBeNull()
  })
})

describe('sent again', () => {
  test('terms equal to the current version create no version and no notification', async () => {
    const demandId = await openDemand(app, buyer)
    const same = terms()
    const first = contentOf(await save(seller, demandId, true, same))
    contentOf(await save(seller, demandId, false, { ...same, note: '想改' }))
    expect(contentOf(await save(seller, demandId, true, same))).toEqual(first)
    const rows = await app.db.select().from(offerVersions).where(eq(offerVersions.offerId, first.offerId))
    expect(rows.map(({ version }) => version)).toEqual([1])
    const { history } = contentOf(await seller.api.demands.sellerOffer({ offerId: first.offerId }))
    expect(history.map(({ event }) => event)).toEqual(['submit'])
    expect(contentOf(await save(seller, demandId, true, { ...same, sealed: true })).version).toBe(2)
  })

  test('parallel equal submissions create one version, different ones two consecutive versions', async () => {
    const demandId = await openDemand(app, buyer)
    const same = terms()
    const answers = await Promise.all([save(seller, demandId, true, same), save(seller, demandId, true, same)])
    expect(answers.map((answer) => contentOf(answer).version)).toEqual([1, 1])
    const changed = await Promise.all([
      save(seller, demandId, true, { note: '甲' }),
      save(seller, demandId, true, { note: '乙' }),
    ])
    expect(changed.map((answer) => contentOf(answer).version).toSorted()).toEqual([2, 3])
  })
})
