import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { platformActions } from '../../../src/db/tables/operations.ts'
import {
  searchChoices,
  searchDays,
  searchKnowledge,
  searchLog,
  searchPreferences,
} from '../../../src/db/tables/search.ts'
import { indexKnowledge } from '../../../src/server/search/index-knowledge.ts'
import { logChoice, logSearch } from '../../../src/server/search/search-log.ts'
import { learnPreferences, saveSearchDays } from '../../../src/server/search/search-learning.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs, visitor, type Client } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let operator: Client
let anyone: Client
beforeAll(async () => {
  // The tests run the jobs themselves.
  await app.runtime.jobs.close()
  operator = await signInAs(app, 'editor')
  anyone = visitor(app)
})
beforeEach(async () => {
  for (const table of [searchLog, searchDays, searchChoices, searchPreferences]) await app.db.delete(table)
})

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const address = (who: number) => `10.0.0.${who}`
/** Searches of a term by some addresses, some days ago. */
async function searched(term: string, addresses: number, days = 1, found: 'none' | 'part' | 'all' = 'none') {
  for (let who = 0; who < addresses; who += 1)
    await logSearch(app.db, 'service', term, address(who), dayAgo(days), found)
}
const gaps = async (status: 'unanswered' | 'unopened' = 'unanswered') =>
  contentOf(await operator.api.catalogue.searchGaps({ status })).data
const found = async (keyword: string) => contentOf(await anyone.api.catalogue.services({ keyword }))

describe('the record of searches', () => {
  test('keeps what was found, each address and word once a day', async () => {
    for (const keyword of ['恐龙蛋恐龙蛋', '药效']) {
      contentOf(await anyone.api.catalogue.searchDone({ kind: 'service', keyword }))
      contentOf(await anyone.api.catalogue.searchDone({ kind: 'service', keyword }))
    }
    const rows = await app.db.select().from(searchLog)
    expect(rows.map(({ term, found: what }) => [term, what]).toSorted()).toEqual(
      [
        ['恐龙蛋恐龙蛋', 'none'],
        ['药效', 'all'],
      ].toSorted(),
    )
  })

  test('is shown to operators only for days with three addresses', async () => {
    await searched('稀有的问题', 2)
    await searched('常见的问题', 3)
    await searched('有答案的问题', 4, 1, 'all')
    expect((await gaps()).map(({ term, searches, days }) => [term, searches, days])).toEqual([['常见的问题', 3, 1]])
    expect((await gaps('unopened')).map(({ term }) => term)).toEqual(['有答案的问题'])
    await saveSearchDays(app.db, new Date())
    await app.db.delete(searchLog)
    expect((await gaps()).map(({ term, searches }) => [term, searches])).toEqual([['常见的问题', 3]])
    expect(JSON.stringify(await app.db.select().from(searchDays))).not.toContain('稀有')
  })

  test('belongs to operators who edit', async () => {
    const buyer = await signInAs(app, 'buyer')
    expect(failureOf(await buyer.api.catalogue.searchGaps({}))).not.toBe('none')
    expect(failureOf(await anyone.api.catalogue.searchKnowledge({}))).toBe('sessionInvalid')
  })
})

describe('choices after a search', () => {
  const choose = async (listingId: number, people: number, step: 'open' | 'cart' | 'inquiry' = 'open') => {
    for (let who = 0; who < people; who += 1)
      await logChoice(app.db, { kind: 'service', term: '毒性', listingId, step }, address(who), new Date())
  }

  test('raise a listing among equal hits, and never above better ones', async () => {
    const before = (await found('毒性')).data.map(({ serviceId }) => serviceId)
    const last = before.at(-1) ?? 0
    await searched('毒性', 5, 0, 'all')
    await choose(last, 5, 'inquiry')
    await learnPreferences(app.db)
    expect(await app.db.select().from(searchPreferences)).toMatchObject([{ listingId: last, level: 3 }])
    app.runtime.pages.invalidate(['services'])
    const after = (await found('毒性')).data.map(({ serviceId }) => serviceId)
    expect(after.indexOf(last)).toBeLessThan(before.indexOf(last))
    expect(after.toSorted()).toEqual(before.toSorted())
    // A listing whose title is the number stays first.
    const [first] = await app.db
      .select()
      .from(services)
      .where(eq(services.id, before[0] ?? 0))
    await searched(first?.serviceNo ?? '', 5, 0, 'all')
    expect((await found(first?.serviceNo ?? '')).data[0]?.serviceId).toBe(first?.id)
  })

  test('count once a day for each address, question and listing, with the furthest step', async () => {
    const [one] = (await found('毒性')).data
    const listingId = one?.serviceId ?? 0
    contentOf(await anyone.api.catalogue.searchDone({ kind: 'service', keyword: '毒性' }))
    const step = (each: 'open' | 'inquiry') =>
      anyone.api.catalogue.searchChosen({ kind: 'service', keyword: '毒性', listingId, step: each })
    for (const each of ['open', 'inquiry', 'open', 'open'] as const) contentOf(await step(each))
    expect(await app.db.select().from(searchChoices)).toMatchObject([{ listingId, weight: 5 }])
    await learnPreferences(app.db)
    expect(await app.db.select().from(searchPreferences)).toEqual([])
  })

  test('without a search before, or of a listing that is not on sale, are not kept', async () => {
    const [one] = (await found('毒性')).data
    const [draft] = await app.db
      .select()
      .from(services)
      .where(sql`${services.status} <> 'published'`)
      .limit(1)
    const step = { kind: 'service', keyword: '毒性', step: 'open' } as const
    contentOf(await anyone.api.catalogue.searchChosen({ ...step, listingId: one?.serviceId ?? 0 }))
    contentOf(await anyone.api.catalogue.searchDone({ kind: 'service', keyword: '毒性' }))
    contentOf(await anyone.api.catalogue.searchChosen({ ...step, listingId: draft?.id ?? 0 }))
    expect(await app.db.select().from(searchChoices)).toEqual([])
  })
})

describe('search knowledge', () => {
  const change = { relation: 'same', term: '比格犬', others: ['米格鲁小猎狗'] } as const
  const save = (more: object = {}, version = 0) =>
    operator.api.catalogue.searchKnowledgeSave({ ...change, others: [...change.others], version, ...more })
  const actions = () => app.db.$count(platformActions)

  test('is previewed without changing anything, then saved with one action and applied at once', async () => {
    await searched('米格鲁小猎狗', 3, 1, 'part')
    expect((await gaps()).map(({ term, isTreated }) => [term, isTreated])).toEqual([['米格鲁小猎狗', false]])
    const without = await found('米格鲁小猎狗 毒性')
    const written = await actions()
    const { rows } = contentOf(
      await operator.api.catalogue.searchKnowledgePreview({ ...change, others: [...change.others] }),
    )
    const row = rows.find(({ question, kind }) => question === '米格鲁小猎狗' && kind === 'service')
    expect(row?.isChanged).toBe(true)
    expect(row?.after.top.join()).toContain('比格犬')
    expect(row?.before.top.join()).not.toContain('比格犬')
    expect(await actions()).toBe(written)
    expect(await found('米格鲁小猎狗 毒性')).toEqual(without)

    contentOf(await save())
    expect(await actions()).toBe(written + 1)
    await expect.poll(async () => (await found('米格鲁小猎狗')).data[0]?.serviceName).toContain('比格犬')
    await indexKnowledge(app.db)
    expect(await app.db.select().from(searchKnowledge)).toMatchObject([{ touched: [], version: 1 }])
    expect((await gaps()).map(({ isTreated }) => isTreated)).toEqual([true])
    const listed = contentOf(await operator.api.catalogue.searchKnowledge({ keyword: '米格鲁' })).data
    expect(listed).toMatchObject([{ term: '比格犬', version: 1, updatedBy: 'editor', isOff: false }])
  })

  test('is changed by the version that was read, and switched off', async () => {
    expect(failureOf(await save())).toBe('conflict')
    contentOf(await save({ isOff: true }, 1))
    await expect.poll(async () => (await found('米格鲁小猎狗')).data[0]?.serviceName ?? '').not.toContain('比格犬')
    expect(failureOf(await save({ isOff: true }, 1))).toBe('conflict')
  })

  test('finds a new term in documents once they are indexed', async () => {
    const [service] = (await found('毒性')).data
    const id = service?.serviceId ?? 0
    await app.db
      .update(services)
      .set({ summary: '含伏羲氏评分' })
      .where(inArray(services.id, [id]))
    contentOf(await save({ term: '伏羲氏评分', others: ['神农氏评分'] }))
    await expect.poll(async () => app.db.$count(searchKnowledge)).toBe(2)
    const { indexListings } = await import('../../../src/server/search/index-documents.ts')
    await indexListings(app.db, 'service', [id])
    await indexKnowledge(app.db)
    app.runtime.pages.invalidate(['services'])
    expect((await found('神农氏评分')).data[0]?.serviceId).toBe(id)
  })

  test('leads from a description to its category, and writes no document anew', async () => {
    const described = { relation: 'need', term: '代养与种群维持', others: ['嘟嘟熊房'] } as const
    const names = async () => (await found('找个嘟嘟熊房')).data.map(({ serviceName }) => serviceName).join()
    expect(await names()).not.toContain('代养')
    contentOf(await operator.api.catalogue.searchKnowledgeSave({ ...described, others: ['嘟嘟熊房'], version: 0 }))
    await expect.poll(names).toContain('代养')
    const [row] = await app.db.select().from(searchKnowledge).where(eq(searchKnowledge.relation, 'need'))
    expect(row).toMatchObject({ term: '代养与种群维持', touched: [] })
  })

  test('needs a CAS number for compounds, and names that differ from the term', async () => {
    const { searchKnowledgeSave } = operator.api.catalogue
    const of = async (more: object) =>
      fieldsWithErrors(await searchKnowledgeSave({ ...change, others: ['x'], version: 0, ...more }))
    expect(await of({ relation: 'compound', term: '103-90-3' })).toEqual(['term'])
    expect(await of({ term: '比格犬', others: ['比格犬'] })).toEqual(['others'])
    expect(await of({ term: '比格犬', others: [] })).toEqual(['others'])
    expect(await of({ term: '比格犬', others: ['a|b'] })).toEqual(['others'])
  })
})
