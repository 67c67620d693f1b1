import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SearchBox } from '../../../src/stores/search/suggestions.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { visitor } from '../../support/client.ts'
import { openPage, type Page } from '../page.ts'

let app: TestApp
let page: Page
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(() => {
  page = openPage(app, visitor(app))
})

const stores = async () => ({
  ...(await import('../../../src/stores/search/suggestions.ts')),
  ...(await import('../../../src/stores/search/history.ts')),
  ...(await import('../../../src/stores/search/searched.ts')),
})
const termsOf = (box: SearchBox) => (box.at === 'open' ? box.choices.map(({ term }) => term) : undefined)

describe('own searches', () => {
  test('are kept apart by type, the latest first, each once, ten at most, also over a reload', async () => {
    const { remember } = await stores()
    for (const keyword of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'b', '  ']) remember('goods', keyword)
    remember('service', '药效')
    page.reload()
    const { historyOf } = await stores()
    expect(historyOf('goods')).toEqual(['b', 'k', 'j', 'i', 'h', 'g', 'f', 'e', 'd', 'c'])
    expect(historyOf('service')).toEqual(['药效'])
  })

  test('of one CAS number are one, however it was typed', async () => {
    const { remember, suggestFor, searchBox, historyOf } = await stores()
    for (const typed of ['６４－１７－５', '64–17–5', 'CAS号：64-17-5', '64-17-5']) remember('goods', typed)
    expect(historyOf('goods')).toEqual(['64-17-5'])
    suggestFor('goods', '６４－１７')
    expect(termsOf(searchBox.get())).toEqual(['64-17-5'])
  })

  test('are forgotten one by one or all of a type', async () => {
    const { remember, forgetSearch, forgetSearches, historyOf } = await stores()
    for (const keyword of ['a', 'b']) remember('goods', keyword)
    remember('service', 'a')
    forgetSearch('goods', 'a')
    expect(historyOf('goods')).toEqual(['b'])
    forgetSearches('goods')
    expect([historyOf('goods'), historyOf('service')]).toEqual([[], ['a']])
  })

  test('what stands there instead is as if there were none', async () => {
    for (const text of ['{', '[{"kind":"x","keyword":1}]', '7']) {
      page.kept['searchHistory'] = text
      page.reload()
      expect((await stores()).historyOf('goods')).toEqual([])
    }
  })
})

describe('suggestions', () => {
  test('own searches and hot words stand below an empty box, what begins so below a typed word', async () => {
    const { remember, suggestFor, searchBox } = await stores()
    remember('service', '比格犬')
    suggestFor('service', '')
    expect(termsOf(searchBox.get())).toEqual(['比格犬'])
    await vi.waitFor(() => expect(searchBox.get()).toMatchObject({ hotWords: expect.arrayContaining(['CDMO']) }))
    suggestFor('service', 'yaox')
    await vi.waitFor(() => expect(termsOf(searchBox.get())).toContain('药效'))
    expect(searchBox.get()).toMatchObject({ hotWords: [] })
  })

  test('an answer to what is not in the box any more is not shown', async () => {
    const { suggestFor, searchBox, closeSuggestions } = await stores()
    suggestFor('service', 'yaox')
    suggestFor('service', 'dux')
    await vi.waitFor(() => expect(termsOf(searchBox.get())).toContain('毒性试验'))
    expect(page.made.filter((path) => path === '/mall/search/suggestions')).toHaveLength(1)
    suggestFor('service', 'zhil')
    closeSuggestions()
    expect(searchBox.get()).toEqual({ at: 'closed' })
    suggestFor('service', 'zhiliang')
    await vi.waitFor(() => expect(termsOf(searchBox.get())).toContain('质量研究'))
    expect(page.made.filter((path) => path === '/mall/search/suggestions')).toHaveLength(2)
  })

  test('the arrow keys go round, over none', async () => {
    const { remember, suggestFor, searchBox, markChoice, markedChoice } = await stores()
    remember('goods', 'a')
    remember('goods', 'b')
    suggestFor('goods', '')
    const marked = [1, 1, 1, 1, -1, -1].map((step) => {
      markChoice(step === 1 ? 1 : -1)
      return markedChoice()?.term
    })
    expect(marked).toEqual(['b', 'a', undefined, 'b', undefined, 'a'])
    expect(searchBox.get()).toMatchObject({ marked: 1 })
  })

  test('without a line the own searches remain', async () => {
    const { remember, suggestFor, searchBox } = await stores()
    remember('goods', '缬沙坦')
    page.line.cut = true
    suggestFor('goods', '缬沙')
    expect(termsOf(searchBox.get())).toEqual(['缬沙坦'])
    page.line.cut = false
    suggestFor('goods', '缬沙坦')
    await vi.waitFor(() => expect(termsOf(searchBox.get())?.length).toBeGreaterThan(0))
  })
})

test('a search is counted once, on the page that it led to', async () => {
  const { searchSent } = await stores()
  searchSent('service', ' 药效 ')
  expect(page.made).toEqual([])
  page.reload()
  const { countSearch, historyOf } = await stores()
  expect(historyOf('service')).toEqual(['药效'])
  await countSearch()
  await countSearch()
  expect(page.made).toEqual(['/mall/search/done'])
})
