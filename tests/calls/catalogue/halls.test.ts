import { expect, test } from 'vitest'
import { listFilter, listState } from '../../../src/domain/catalogue/list-query.ts'
import { signInAs, contentOf, fieldsWithErrors } from '../../support/client.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)

test('every stage returns its newest listings of certified companies', async () => {
  const stages = contentOf(await anyone.api.catalogue.stageServices({ perStage: 3 }))
  expect(stages.length).toBeGreaterThan(5)
  for (const { categoryId, services } of stages) {
    const list = contentOf(
      await anyone.api.catalogue.services({ id: categoryId, certified: true, sort: 'new', pageSize: 3 }),
    )
    expect(services).toEqual(list.data)
  }
  expect(fieldsWithErrors(await anyone.api.catalogue.stageServices({ perStage: 9 }))).toEqual(['perStage'])
})

test('every theme of the supermarket returns the first entries of its list', async () => {
  const themes = contentOf(await anyone.api.catalogue.goodsThemes({ perTheme: 4 }))
  expect(themes.length).toBeGreaterThan(8)
  for (const { href, products } of themes) {
    const filter = listFilter(listState(new URL(href, 'http://own.invalid').searchParams))
    const list = contentOf(await anyone.api.catalogue.products({ ...filter, sort: 'new', pageSize: 4 }))
    expect(products).toEqual(list.data)
  }
  expect(fieldsWithErrors(await anyone.api.catalogue.goodsThemes({ perTheme: 0 }))).toEqual(['perTheme'])
})

test('a theme without listings is left out, a new theme is returned at once', async () => {
  const operator = await signInAs(app, 'ops')
  const theme = { place: 'supermarket', text: '', picture: 'kit' } as const
  const empty = { ...theme, title: '空专题', href: '/marketHall/market?keyword=没有这种商品' }
  contentOf(await operator.api.reference.adSave(empty))
  contentOf(
    await operator.api.reference.adSave({ ...theme, title: '咖啡因', href: '/marketHall/market?keyword=58-08-2' }),
  )
  const themes = contentOf(await anyone.api.catalogue.goodsThemes({}))
  expect(themes.some(({ title }) => title === empty.title)).toBe(false)
  const caffeine = themes.find(({ title }) => title === '咖啡因')
  expect(caffeine?.products[0]?.cas).toBe('58-08-2')
})

test('popular goods are published, unique, and limited to the requested number', async () => {
  const goods = contentOf(await anyone.api.catalogue.popularProducts({ most: 7 }))
  expect(new Set(goods.map(({ productId }) => productId)).size).toBe(7)
  for (const { productNo } of goods) contentOf(await anyone.api.catalogue.product({ productNo }))
  expect(fieldsWithErrors(await anyone.api.catalogue.popularProducts({ most: 21 }))).toEqual(['most'])
})
