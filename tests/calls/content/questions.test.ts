import { describe, expect, test } from 'vitest'
import { helpCategories, helpHotKeywords } from '../../../src/domain/content/help-categories.ts'
import { helpPages } from '../../../src/server/content/questions/help-pages.ts'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const guest = visitorForFile(app)

const find = async (keyword: string, categoryId?: number) =>
  contentOf(
    await guest.api.content.questions({ keyword, pageSize: 50, ...(categoryId === undefined ? {} : { categoryId }) }),
  )
describe('questionMenu', () => {
  test('lists the categories of the specification, each with at least four questions', async () => {
    const { data } = contentOf(await guest.api.content.questionMenu({}))
    const children = data.flatMap((group) => group.children)
    expect(children.map(({ categoryId }) => categoryId)).toEqual([1, 28, 29, 33, 36, 51, 32, 48, 52])
    expect(children.filter(({ count }) => count < 4)).toEqual([])
    expect(children.map(({ categoryName }) => categoryName).toSorted()).toEqual(
      helpCategories.map(({ name }) => name).toSorted(),
    )
  })
})

describe('questions', () => {
  test('lists a category in its order, paged', async () => {
    const all = await find('', 36)
    expect(all.total).toBeGreaterThan(5)
    expect(all.data.every(({ categoryId }) => categoryId === 36)).toBe(true)
    const ids = all.data.map(({ questionId }) => questionId)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const second = contentOf(await guest.api.content.questions({ categoryId: 36, current: 2, pageSize: 3 }))
    expect(second.data.map(({ questionId }) => questionId)).toEqual(ids.slice(3, 6))
    expect(second.total).toBe(all.total)
  })

  test('lists the hot questions of all categories under 1, hottest first', async () => {
    const { data } = await find('', 1)
    expect(data[0]?.questionId).toBe(2801)
    expect(new Set(data.map(({ categoryId }) => categoryId)).size).toBeGreaterThan(4)
  })

  test('is empty for an unknown category', async () => {
    expect(await find('', 999)).toEqual({ total: 0, data: [] })
  })

  test.each([
    ['修改报价', 5202],
    ['红冲发票', 3606],
    ['报价提交后还能修改吗', 5202],
    ['如何修改已提交的报价', 5202],
    ['收不到验证码', 2802],
    ['OCR', 2902],
    ['zhuce', 2801],
    ['5203', 5203],
  ])('finds %s', async (keyword, id) => {
    const { data } = await find(keyword)
    expect(data.slice(0, 3).map(({ questionId }) => questionId)).toContain(id)
  })

  test('finds results for every keyword suggested by the page', async () => {
    for (const word of helpHotKeywords) expect((await find(word)).total, word).toBeGreaterThan(0)
  })

  test('highlights the keyword; the parts add up to the text', async () => {
    const { data } = await find('红冲')
    const [first] = data
    expect(first?.titlePieces).toEqual([
      { text: '发票开错了如何', hit: false },
      { text: '红冲', hit: true },
      { text: '重开？', hit: false },
    ])
    expect(first?.titlePieces.map(({ text }) => text).join('')).toBe(first?.title)
    expect(data.every(({ textPieces }) => textPieces.length > 0)).toBe(true)
  })

  test('limits a search to a category', async () => {
    const all = await find('报价')
    const some = await find('报价', 52)
    expect(some.total).toBeGreaterThan(0)
    expect(some.total).toBeLessThan(all.total)
    expect(some.data.every(({ categoryId }) => categoryId === 52)).toBe(true)
  })

  test('returns nothing without matches, and takes wildcards literally', async () => {
    expect((await find('航空母舰')).total).toBe(0)
    for (const keyword of ["'|&!:*", '%', '\\', '（）']) expect((await find(keyword)).total, keyword).toBe(0)
  })

  test('accepts at most eighty characters', async () => {
    const answer = await guest.api.content.questions({ keyword: '报'.repeat(81) })
    expect(failureOf(answer)).toBe('invalidInput')
    expect(fieldsWithErrors(answer)).toEqual(['keyword'])
  })
})

describe('question', () => {
  test('returns a question with answer, neighbours and related questions', async () => {
    const page = contentOf(await guest.api.content.question({ questionId: 5202 }))
    expect(page).toMatchObject({
      title: '报价提交后还能修改吗？',
      categoryId: 52,
      categoryName: '参与报价',
      previous: { questionId: 5201 },
      next: { questionId: 5203 },
    })
    expect(page.body).toContain('## 修改的步骤')
    expect(page.minutes).toBeGreaterThan(0)
    expect(page.related.map(({ questionId }) => questionId)).toEqual([5201, 5203, 5205])
  })

  test('has no neighbour before the first and after the last of its category', async () => {
    expect(contentOf(await guest.api.content.question({ questionId: 2801 })).previous).toBeNull()
    expect(contentOf(await guest.api.content.question({ questionId: 2808 })).next).toBeNull()
  })

  test('returns not found for unknown ids', async () => {
    expect(failureOf(await guest.api.content.question({ questionId: missingId }))).toBe('notFound')
  })
})

test('an area replaces general texts by its own and shows the others unchanged', async () => {
  const pagesOf = (area: 'standard' | 'gaoxin') => helpPages({ ...app.runtime, config: { area } })
  const [general, own] = [await pagesOf('standard'), await pagesOf('gaoxin')]
  const bodyOf = (pages: typeof general) => pages.find(({ id }) => id === 3301)?.body
  expect(bodyOf(own)).toContain('高新')
  expect(bodyOf(general)).not.toBe(bodyOf(own))
  expect(own.length).toBe(general.length)
})

test('drafts are not shown', async () => {
  expect(failureOf(await guest.api.content.question({ questionId: 2809 }))).toBe('notFound')
  expect((await find('更换企业主账号')).data.map(({ questionId }) => questionId)).not.toContain(2809)
})

describe('friendLinks', () => {
  test('lists public sites, each with a description', async () => {
    const { data, total } = contentOf(await guest.api.content.friendLinks({}))
    expect(total).toBe(data.length)
    expect(data.every(({ url, intro }) => url.startsWith('https://') && intro !== '')).toBe(true)
    expect(contentOf(await guest.api.content.friendLinks({ current: 2, pageSize: 5 })).data).toHaveLength(total - 5)
  })
})
