import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { indexDemands } from '../../../src/server/search/index-documents.ts'
import { contentOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { inHours, leafOf, openDemand, setDeadline } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const guest = visitorForFile(app)

type Filter = Parameters<Client['api']['demands']['demands']>[0]
const list = async (filter: Filter) => contentOf(await guest.api.demands.demands({ pageSize: 100, ...filter }))
const idsOf = async (filter: Filter) => (await list(filter)).data.map((row) => row.demandId)
const menu = async (filter: Parameters<Client['api']['demands']['demandConditions']>[0]) =>
  contentOf(await guest.api.demands.demandConditions(filter))

describe('a keyword', () => {
  test('finds synonyms, pinyin, initials and numbers, after the write and after reindexing', async () => {
    const demandId = await openDemand(app, buyer, { demandTitle: '斑马鱼胚胎毒性研究', summary: '含药代动力学' })
    const { demandNo } = contentOf(await buyer.api.demands.demand({ demandId }))
    for (const again of [false, true]) {
      if (again) await indexDemands(app.db, [demandId])
      for (const keyword of ['斑马鱼', '马鱼胚', 'PK', 'banmayu', 'bmypt', demandNo, demandNo.slice(0, 9)]) {
        expect(await idsOf({ keyword }), `${keyword} ${again}`).toContain(demandId)
      }
    }
    expect(await idsOf({ keyword: '斑马鱼 骆驼' })).not.toContain(demandId)
  })

  test('finds seeded demands', async () => {
    expect(await idsOf({ keyword: 'bgq' })).not.toEqual([])
  })

  test('never matches confidential content', async () => {
    const demandId = await openDemand(app, buyer, { confidentialText: '代号紫杉云雀', ownTerms: '不得转给沙漠企鹅' })
    for (const keyword of ['紫杉云雀', 'zsyq', '沙漠企鹅']) expect(await idsOf({ keyword })).not.toContain(demandId)
  })

  test('ranks by match: title, then elsewhere; equal matches by open state', async () => {
    const mark = '梅花鹿茸'
    const over = await openDemand(app, buyer, { demandTitle: `${mark}鉴别甲` })
    const inTitle = await openDemand(app, buyer, { demandTitle: `${mark}鉴别乙` })
    const mentioned = await openDemand(app, buyer, { summary: `样品为${mark}` })
    await setDeadline(app, over, -1)
    expect(await idsOf({ keyword: mark })).toEqual([inTitle, over, mentioned])
    await app.db.update(demands).set({ publishedAt: new Date() }).where(eq(demands.id, over))
    expect(await idsOf({ keyword: mark })).toEqual([inTitle, over, mentioned])
    expect(await idsOf({ keyword: mark, sort: 'new' })).toEqual([over, mentioned, inTitle])
  })
})

describe('the facets', () => {
  const mark = '筛选用需求'
  let stage = 0
  let leaf = 0
  beforeAll(async () => {
    const { id, stageId } = await leafOf(app)
    ;[stage, leaf] = [stageId, id]
    const plain = { demandTitle: `${mark}甲`, districtCode: '510100', demandBudget: 5_000_000 }
    const near = { demandTitle: `${mark}乙`, districtCode: '320500', demandBudget: 20_000_000, sealedOnly: true }
    const first = await openDemand(app, buyer, { ...plain, deadline: inHours(24 * 5) })
    await app.db.update(demands).set({ templateKey: 'pk' }).where(eq(demands.id, first))
    await openDemand(app, buyer, { ...near, deadline: inHours(48), confidentialText: '保密' })
    const last = await openDemand(app, buyer, { demandTitle: `${mark}丙`, demandBudget: null })
    await app.db
      .update(demands)
      .set({ categoryId: stage, categoryPath: [1, stage], deadline: new Date(inHours(24 * 20)) })
      .where(eq(demands.id, last))
  })
  type Facet = { value: string; count: number }
  const counts = (facet: readonly Facet[] | undefined) =>
    Object.fromEntries((facet ?? []).filter(({ count }) => count > 0).map(({ value, count }) => [value, count]))

  test('count options ignoring their own choice, equal to the list totals', async () => {
    const all = await menu({ keyword: mark })
    expect(counts(all.levels[0]?.options)).toEqual({ [stage]: 3 })
    expect(all.levels).toHaveLength(1)
    expect(counts(all.districts)).toEqual({ 51: 1, 32: 1 })
    expect(all.districts.map(({ label }) => label).toSorted()).toEqual(['四川', '江苏'])
    expect(counts(all.budgets)).toEqual({ '-10000000': 1, '10000000-50000000': 1 })
    expect(counts(all.templates)).toEqual({ pk: 1 })
    expect(counts(all.closing)).toEqual({ 3: 1, 7: 2, 30: 3 })
    expect([counts(all.sealed), counts(all.confidential)]).toEqual([{ yes: 1 }, { yes: 1 }])
    expect(all.partial).toEqual([])
    const inSichuan = await menu({ keyword: mark, districtCode: '51' })
    expect(counts(inSichuan.districts)).toEqual({ 51: 1, 32: 1 })
    expect(counts(inSichuan.budgets)).toEqual({ '-10000000': 1 })
    expect(counts(inSichuan.sealed)).toEqual({})
    for (const [filter, total] of [
      [{ templateKey: 'pk' }, 1],
      [{ closingDays: 3 }, 1],
      [{ closingDays: 7 }, 2],
      [{ closingDays: 30 }, 3],
      [{ sealed: true }, 1],
      [{ confidential: true }, 1],
      [{ sealed: true, templateKey: 'pk' }, 0],
    ] as const) {
      expect((await list({ keyword: mark, ...filter })).total, JSON.stringify(filter)).toBe(total)
    }
  })

  test('return the level below a chosen category', async () => {
    const { levels } = await menu({ keyword: mark, categoryId: stage })
    expect(levels.map(({ chosenId }) => chosenId)).toEqual([stage, null])
    expect(counts(levels[0]?.options)).toEqual({ [stage]: 3 })
    expect(Object.values(counts(levels[1]?.options))).toEqual([2])
    const deepest = await menu({ keyword: mark, categoryId: leaf, sealed: true })
    expect(deepest.levels).toHaveLength(4)
    expect(deepest.levels.at(-1)?.chosenId).toBe(leaf)
    expect(counts(deepest.levels.at(-1)?.options)).toEqual({ [leaf]: 1 })
  })

  test('match only open demands as closing soon', async () => {
    const demandId = await openDemand(app, buyer, { demandTitle: '快要截止的需求' })
    expect(await idsOf({ closingDays: 3, keyword: '快要截止' })).toEqual([demandId])
    await setDeadline(app, demandId, -0.01)
    expect(await idsOf({ closingDays: 3, keyword: '快要截止' })).toEqual([])
    await setDeadline(app, demandId, 24)
    await app.db.update(demands).set({ status: 'evaluating' }).where(eq(demands.id, demandId))
    expect(await idsOf({ closingDays: 3, keyword: '快要截止' })).toEqual([])
  })

  test('reject unknown values', async () => {
    const post = async (input: object) =>
      JSON.parse(await (await guest.post('/mall/demand/new/list-page', JSON.stringify(input))).text())
    expect(await post({ closingDays: 4 })).toMatchObject({ code: 400 })
    expect(await post({ sort: 'luck' })).toMatchObject({ code: 400 })
    expect(fieldsWithErrors(await guest.api.demands.demands({ templateKey: 'A B' }))).toEqual(['templateKey'])
    expect((await list({ templateKey: 'no-such' })).total).toBe(0)
    expect((await list({ categoryId: 2_000_000_000 })).total).toBe(0)
    expect((await menu({ categoryId: 2_000_000_000 })).levels).toHaveLength(1)
  })
})
