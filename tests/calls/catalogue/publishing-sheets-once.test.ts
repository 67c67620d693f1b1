import { expect, test } from 'vitest'
import { signInAs, contentOf } from '../../support/client.ts'
import { fileOf, given, goodsHeads, whole } from '../../support/scenes/catalogue/sheets.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

test('a file is imported once; a repeated import returns the first response', async () => {
  const seller = await signInAs(app, 'seller')
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
