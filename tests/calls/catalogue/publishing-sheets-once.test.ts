import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { fileOf, given, goodsHeads, whole } from './sheets-scene.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('a file goes in once: sent again, it gets the first answer and nothing twice', async () => {
  const seller = await as(app, 'seller')
  const count = async () => contentOf(await seller.api.catalogue.productCount({})).all
  const before = await count()
  const fileId = await given(seller, await fileOf([goodsHeads, whole({ 标题: '只进一次的垫料' })]))
  const send = () => seller.api.catalogue.listingImport({ kind: 'product', fileId, commit: true })
  const [one, other] = await Promise.all([send(), send()])
  expect(contentOf(one)).toMatchObject({ created: 1, committed: true })
  expect(contentOf(other)).toEqual(contentOf(one))
  expect(contentOf(await send())).toEqual(contentOf(one))
  expect(await count()).toBe(before + 1)
})
