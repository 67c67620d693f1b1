import { expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { activeEntry, defaultMenu, menuLink, getMenus, notOpenYet } from '../../src/domain/shell/menu.ts'

const unset = { mallUrl: null, supplyChainUrl: null, industryLeaderUrl: null }
const whole = {
  mallUrl: 'https://mall.example',
  supplyChainUrl: 'https://chain.example',
  industryLeaderUrl: 'https://park.example',
}
const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label)
const entry = (label: string) => {
  const { main, more } = getMenus([], whole)
  const found = [...main, ...more].find((each) => each.label === label)
  if (found === undefined) throw new Error(`There is no ${label}`)
  return found
}

test('entries without a configured external site are last, in the bar and in 更多', () => {
  const { main, more } = getMenus([], unset)
  expect(labels(main).slice(-2)).toEqual(['研发采购商城', '供应链服务'])
  expect(labels(more).slice(-3)).toEqual(['行业领军企业', '品牌中心', '帮助'])
  expect(labels(getMenus([], whole).more).slice(-2)).toEqual(['品牌中心', '帮助'])
  expect(labels(getMenus([], whole).main)).toEqual(labels(defaultMenu))
  expect(labels(getMenus([], { ...unset, mallUrl: whole.mallUrl }).main).at(-1)).toBe('供应链服务')
})

test('they link to pages of this site; when configured they open as specified', () => {
  for (const [label, path] of [
    ['研发采购商城', '/easy'],
    ['供应链服务', links.supplyChain()],
    ['行业领军企业', links.industryLeader()],
  ] as const)
    expect(menuLink(entry(label), unset)).toEqual({ label, path, href: path, opening: 'inside' })
  expect(menuLink(entry('研发采购商城'), whole)).toMatchObject({ href: whole.mallUrl, opening: 'away' })
  expect(menuLink(entry('供应链服务'), whole)).toMatchObject({ href: whole.supplyChainUrl, opening: 'outside' })
  expect(menuLink(entry('行业领军企业'), whole)).toMatchObject({ href: links.industryLeader(), opening: 'leader' })
  expect(menuLink(entry('品牌中心'), whole)).toMatchObject({ opening: 'closed', say: notOpenYet })
})

test('the dictionary fills the bar without invalid paths; entries of the bar are not in 更多', () => {
  const listed = [
    { path: '/drug/park', label: '选址' },
    { path: links.shopList(), label: '供应商名录' },
    { path: 'https://other.example/x', label: '合作站点' },
    { path: 'javascript:alert(1)', label: '坏' },
    { path: '//other.example', label: '坏' },
    { path: '/drug/park', label: '重复' },
  ]
  const { main, more } = getMenus(listed, whole)
  expect(labels(main)).toEqual(['选址', '供应商名录', '合作站点', '供应链服务'])
  expect(labels(more)).not.toContain('供应商')
  expect(menuLink(main[2] ?? entry('首页'), whole).opening).toBe('outside')
})

test('entries that do not fit into the bar come first in 更多', () => {
  const many = Array.from({ length: 14 }, (_, at) => ({ path: `/p${at}`, label: `第${at}` }))
  const { main, more } = getMenus(many, whole)
  expect(labels(main)).toEqual(labels(many.slice(0, 11)))
  expect(labels(more).slice(0, 4)).toEqual(['第11', '第12', '第13', '供应链服务'])
})

test('the active entry is that of the page, its section, or its parent', () => {
  expect(activeEntry('/serviceHall/service', defaultMenu)).toBe(links.serviceHall())
  expect(activeEntry(links.serviceHall(), [{ path: '/serviceHall/service', label: '研发服务' }])).toBe(
    '/serviceHall/service',
  )
  expect(activeEntry('/drug/siteselection', defaultMenu)).toBe(links.parks())
  expect(activeEntry('/', defaultMenu)).toBe('/')
  expect(activeEntry('/about', defaultMenu)).toBeUndefined()
  expect(activeEntry('/own/part', [{ path: '/own', label: '自定' }])).toBe('/own')
})
