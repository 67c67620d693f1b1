import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFilter, listState } from '../../../src/domain/catalogue/list-query.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, faultyFields, visitor, type Client } from '../../support/client.ts'

let app: TestApp
let anyone: Client
beforeAll(async () => {
  app = await startApp()
  anyone = visitor(app)
})
afterAll(() => app.close())

test('every stage shows the newest of certified companies in it', async () => {
  const stages = contentOf(await anyone.api.catalogue.stageServices({ perStage: 3 }))
  expect(stages.length).toBeGreaterThan(5)
  for (const { categoryId, services } of stages) {
    const list = contentOf(
      await anyone.api.catalogue.services({ id: categoryId, certified: true, sort: 'new', pageSize: 3 }),
    )
    expect(services).toEqual(list.data)
  }
  expect(faultyFields(await anyone.api.catalogue.stageServices({ perStage: 9 }))).toEqual(['perStage'])
})

test('every theme of the supermarket begins as the list it leads to', async () => {
  const themes = contentOf(await anyone.api.catalogue.goodsThemes({ perTheme: 4 }))
  expect(themes.length).toBeGreaterThan(8)
  for (const { href, products } of themes) {
    const filter = listFilter(listState(new URL(href, 'http://own.invalid').searchParams))
    const list = contentOf(await anyone.api.catalogue.products({ ...filter, sort: 'new', pageSize: 4 }))
    expect(products).toEqual(list.data)
  }
  expect(faultyFields(await anyone.api.catalogue.goodsThemes({ perTheme: 0 }))).toEqual(['perTheme'])
})

test('a theme that leads to nothing is left out, a new one is there at once', async () => {
  const operator = await as(app, 'ops')
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

test('popular goods are on sale, each once, and as many as asked for', async () => {
  const goods = contentOf(await anyone.api.catalogue.popularProducts({ most: 7 }))
  expect(new Set(goods.map(({ productId }) => productId)).size).toBe(7)
  for (const { productNo } of goods) contentOf(await anyone.api.catalogue.product({ productNo }))
  expect(faultyFields(await anyone.api.catalogue.popularProducts({ most: 21 }))).toEqual(['most'])
})
