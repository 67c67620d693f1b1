import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SearchBox } from '../../../src/stores/search/suggestions.ts'
import { visitor } from '../../support/client.ts'
import { openPage, type Page } from '../page.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let page: Page
beforeEach(() => {
  page = openPage(app, visitor(app))
})

const stores = async () => ({
  ...(await import('../../../src/stores/search/suggestions.ts')),
  ...(await import('../../../src/stores/search/search-history.ts')),
  ...(await import('../../../src/stores/search/search-report.ts')),
})
const termsOf = (box: SearchBox) => (box.at === 'open' ? box.choices.map(({ term }) => term) : undefined)

describe('own searches', () => {
  test('are stored by type, latest first, unique, at most ten, also over a reload', async () => {
    const { addSearch } = await stores()
    for (const keyword of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'b', '  '])
      addSearch('goods', keyword)
    addSearch('service', '药效')
    page.reload()
    const { searchHistoryOf } = await stores()
    expect(searchHistoryOf('goods')).toEqual(['b', 'k', 'j', 'i', 'h', 'g', 'f', 'e', 'd', 'c'])
    expect(searchHistoryOf('service')).toEqual(['药效'])
  })

  test('of one CAS number are merged, however it was typed', async () => {
    const { addSearch, suggestFor, searchBox, searchHistoryOf } = await stores()
    for (const typed of ['６４－１７－５', '64–17–5', 'CAS号：64-17-5', '64-17-5']) addSearch('goods', typed)
    expect(searchHistoryOf('goods')).toEqual(['64-17-5'])
    suggestFor('goods', '６４－１７')
    expect(termsOf(searchBox.get())).toEqual(['64-17-5'])
  })

  test('are deleted one by one or all of a type', async () => {
    const { addSearch, removeSearch, clearSearches, searchHistoryOf } = await stores()
    for (const keyword of ['a', 'b']) addSearch('goods', keyword)
    addSearch('service', 'a')
    removeSearch('goods', 'a')
    expect(searchHistoryOf('goods')).toEqual(['b'])
    clearSearches('goods')
    expect([searchHistoryOf('goods'), searchHistoryOf('service')]).toEqual([[], ['a']])
  })

  test('ignore invalid storage', async () => {
    for (const text of ['{', '[{"kind":"x","keyword":1}]', '7']) {
      page.persisted['searchHistory'] = text
      page.reload()
      expect((await stores()).searchHistoryOf('goods')).toEqual([])
    }
  })
})

describe('suggestions', () => {
  test('show own searches and hot words for an empty box, completions for a typed keyword', async () => {
    const { addSearch, suggestFor, searchBox } = await stores()
    addSearch('service', '比格犬')
    suggestFor('service', '')
    expect(termsOf(searchBox.get())).toEqual(['比格犬'])
    await vi.waitFor(() => expect(searchBox.get()).toMatchObject({ hotWords: expect.arrayContaining(['CDMO']) }))
    suggestFor('service', 'yaox')
    await vi.waitFor(() => expect(termsOf(searchBox.get())).toContain('药效'))
    expect(searchBox.get()).toMatchObject({ hotWords: [] })
  })

  test('discard answers for a keyword no longer in the box', async () => {
    const { suggestFor, searchBox, closeSuggestions } = await stores()
    suggestFor('service', 'yaox')
    suggestFor('service', 'dux')
    await vi.waitFor(() => expect(termsOf(searchBox.get())).toContain('毒性试验'))
    expect(page.calls.filter((path) => path === '/mall/search/suggestions')).toHaveLength(1)
    suggestFor('service', 'zhil')
    closeSuggestions()
    expect(searchBox.get()).toEqual({ at: 'closed' })
    suggestFor('service', 'zhiliang')
    await vi.waitFor(() => expect(termsOf(searchBox.get())).toContain('质量研究'))
    expect(page.calls.filter((path) => path === '/mall/search/suggestions')).toHaveLength(2)
  })

  test('cycle with the arrow keys, including no selection', async () => {
    const { addSearch, suggestFor, searchBox, markChoice, markedChoice } = await stores()
    addSearch('goods', 'a')
    addSearch('goods', 'b')
    suggestFor('goods', '')
    const marked = [1, 1, 1, 1, -1, -1].map((step) => {
      markChoice(step === 1 ? 1 : -1)
      return markedChoice()?.term
    })
    expect(marked).toEqual(['b', 'a', undefined, 'b', undefined, 'a'])
    expect(searchBox.get()).toMatchObject({ marked: 1 })
  })

  test('without a network show own searches only', async () => {
    const { addSearch, suggestFor, searchBox } = await stores()
    addSearch('goods', '缬沙坦')
    page.network.cut = true
    suggestFor('goods', '缬沙')
    expect(termsOf(searchBox.get())).toEqual(['缬沙坦'])
    page.network.cut = false
    suggestFor('goods', '缬沙坦')
    await vi.waitFor(() => expect(termsOf(searchBox.get())?.length).toBeGreaterThan(0))
  })
})

test('a search is counted once, on the page that it opened', async () => {
  const { saveSearch } = await stores()
  saveSearch('service', ' 药效 ')
  expect(page.calls).toEqual([])
  page.reload()
  const { reportSearch, searchHistoryOf } = await stores()
  expect(searchHistoryOf('service')).toEqual(['药效'])
  await reportSearch()
  await reportSearch()
  expect(page.calls).toEqual(['/mall/search/done'])
})
