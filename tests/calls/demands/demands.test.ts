import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { categories } from '../../../src/db/tables/reference.ts'
import { closeDueDemands } from '../../../src/server/demands/close-due-demands.ts'
import { contentOf, fieldsWithErrors } from '../../support/client.ts'
import { inHours, leafOf, openDemand, setDeadline, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { countQueries } from '../../support/query-count.ts'
import { appForFile, clientForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const guest = visitorForFile(app)

describe('the hall', () => {
  test('finds words, partial words and numbers in title, summary and requirements', async () => {
    const demandId = await openDemand(app, buyer, {
      demandTitle: '食蟹猴单次给药耐受性试验 QZX-7718b',
      summary: '含毒代动力学',
      facts: [{ label: '遵循规范', value: 'ICH M3(R2)' }],
    })
    const { demandNo } = contentOf(await buyer.api.demands.demand({ demandId }))
    for (const keyword of ['食蟹猴', '蟹猴', '耐受', '毒代', '7718', 'qzx', 'zx-77', 'M3', demandNo]) {
      const { data } = contentOf(await guest.api.demands.demands({ keyword, pageSize: 100 }))
      expect(
        data.map((row) => row.demandId),
        keyword,
      ).toContain(demandId)
    }
    expect(contentOf(await guest.api.demands.demands({ keyword: '绝无此词' }))).toEqual({ total: 0, data: [] })
    expect(contentOf(await guest.api.demands.demands({ keyword: `%_\\'` })).total).toBe(0)
  })

  test('filters by category, district, budget and open demands', async () => {
    const { id, stageId } = await leafOf(app)
    const demandId = await openDemand(app, buyer, { districtCode: '510100', demandBudget: 77_777_700 })
    const found = async (filter: Parameters<typeof guest.api.demands.demands>[0]) =>
      contentOf(await guest.api.demands.demands({ ...filter, pageSize: 100 })).data.some(
        (row) => row.demandId === demandId,
      )
    expect(await found({ categoryId: id })).toBe(true)
    expect(await found({ categoryId: stageId })).toBe(true)
    const [wrong] = await app.db
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.kind, 'product'))
      .limit(1)
    expect(await found({ categoryId: wrong?.id ?? 0 })).toBe(false)
    for (const districtCode of ['51', '5101', '510000', '510100', ''])
      expect(await found({ districtCode }), districtCode).toBe(true)
    expect(await found({ districtCode: '32' })).toBe(false)
    expect(await found({ budgetFrom: 77_777_700, budgetTo: 77_777_700 })).toBe(true)
    expect(await found({ budgetFrom: 77_777_701 })).toBe(false)
    expect(await found({ openOnly: true })).toBe(true)
    await setDeadline(app, demandId, -0.001)
    expect(await found({ openOnly: true })).toBe(false)
    expect(await found({})).toBe(true)
  })

  test('sorts', async () => {
    const mark = '排序用需求'
    const first = await openDemand(app, buyer, { demandTitle: `${mark}甲`, demandBudget: 300, deadline: inHours(30) })
    const second = await openDemand(app, buyer, { demandTitle: `${mark}乙`, demandBudget: null, deadline: inHours(20) })
    const third = await openDemand(app, buyer, { demandTitle: `${mark}丙`, demandBudget: 100, deadline: inHours(40) })
    await submittedOffer(seller, first)
    const by = async (sort: 'new' | 'deadline' | 'budgetUp' | 'budgetDown' | 'offers') =>
      contentOf(await guest.api.demands.demands({ keyword: mark, sort })).data.map((row) => row.demandId)
    expect(await by('new')).toEqual([third, second, first])
    expect(await by('deadline')).toEqual([second, first, third])
    expect(await by('budgetUp')).toEqual([third, first, second])
    expect(await by('budgetDown')).toEqual([first, third, second])
    expect(await by('offers')).toEqual([first, third, second])
    await setDeadline(app, second, -2)
    await app.db.update(demands).set({ status: 'evaluating' }).where(eq(demands.id, second))
    expect(await by('deadline')).toEqual([first, third, second])
  })

  test('without a keyword list open demands first, those that close next at the top', async () => {
    const late = await openDemand(app, buyer, { demandTitle: '默认排序甲', deadline: inHours(3) })
    const next = await openDemand(app, buyer, { demandTitle: '默认排序乙', deadline: inHours(2) })
    const over = await openDemand(app, buyer, { demandTitle: '默认排序丙', deadline: inHours(30) })
    await setDeadline(app, over, -0.001)
    // The job of every minute.
    await closeDueDemands(app.db)
    const { data } = contentOf(await guest.api.demands.demands({ pageSize: 100 }))
    const order = data.map((row) => row.demandId)
    expect(order.indexOf(next)).toBeLessThan(order.indexOf(late))
    const now = Date.now()
    const isOpen = data.map(({ status, deadline }) => status === 'open' && Date.parse(deadline) > now)
    expect(isOpen.lastIndexOf(true)).toBeLessThan(isOpen.indexOf(false))
    const deadlines = data.filter((_, at) => isOpen[at]).map(({ deadline }) => Date.parse(deadline))
    expect(deadlines).toEqual(deadlines.toSorted((a, b) => a - b))
    expect(order.indexOf(over)).toBe(isOpen.indexOf(false))
  })

  test('pages without gap or overlap, empty past the end', async () => {
    const mark = '翻页用需求'
    const made: number[] = []
    for (let n = 0; n < 5; n += 1) made.push(await openDemand(app, buyer, { demandTitle: `${mark}${n}` }))
    const page = async (current: number) =>
      contentOf(await guest.api.demands.demands({ keyword: mark, current, pageSize: 2 }))
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
    expect(pages.flatMap(({ data }) => data.map((row) => row.demandId))).toEqual(made.toReversed())
    expect(contentOf(await guest.api.demands.demands({ current: 1_000_000, pageSize: 100 })).data).toEqual([])
    expect(fieldsWithErrors(await guest.api.demands.demands({ keyword: '字'.repeat(81) }))).toEqual(['keyword'])
  })

  test('needs three queries at most, and its conditions two', async () => {
    // Four selects are built, but the page is a part of the rows' query.
    expect(
      await countQueries(app, async () => contentOf(await guest.api.demands.demands({ keyword: '毒性' }))),
    ).toBeLessThanOrEqual(4)
    // Categories and districts are cached in the process.
    contentOf(await guest.api.demands.demandConditions({}))
    const conditions = await countQueries(app, async () =>
      contentOf(await guest.api.demands.demandConditions({ keyword: '毒性' })),
    )
    expect(conditions).toBeLessThanOrEqual(2)
  })
})
