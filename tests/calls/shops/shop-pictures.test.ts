import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { shopPictures } from '../../../src/db/tables/shops.ts'
import { shopLimits } from '../../../src/domain/shops/shop-rules.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { uploaded } from '../../support/scenes/shops/shop.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let seller: Client
let other: Client
beforeAll(async () => {
  // Demo shops have seeded pictures.
  await app.db.delete(shopPictures)
  seller = await signInAs(app, 'seller')
  other = await signInAs(app, 'seller2')
})

const add = async (client: Client, caption = '') =>
  contentOf(await client.api.shops.shopPictureAdd({ fileId: await uploaded(client, 'picture'), caption }))
const captions = async (client: Client) =>
  contentOf(await client.api.shops.shopPictures({})).pictures.map(({ caption }) => caption)

test('pictures can be added, described, cropped, reordered and removed, and are public', async () => {
  const [one, two, three] = [await add(seller, '一'), await add(seller, '二'), await add(seller, '三')]
  expect(await captions(seller)).toEqual(['一', '二', '三'])
  const pictureIds = [three.pictureId, one.pictureId, two.pictureId]
  const ordered = contentOf(await seller.api.shops.shopPictureOrder({ pictureIds }))
  expect(ordered.pictures.map(({ pictureId }) => pictureId)).toEqual(pictureIds)
  const fileId = await uploaded(seller, 'picture')
  const cut = contentOf(await seller.api.shops.shopPictureUpdate({ pictureId: one.pictureId, caption: '壹', fileId }))
  expect(cut.url).toContain(fileId)
  contentOf(await seller.api.shops.shopPictureDelete({ pictureId: two.pictureId }))
  const { shopId } = contentOf(await seller.api.shops.sellerShop({}))
  const more = contentOf(await visitor(app).api.shops.shopMore({ shopId }))
  expect(more.pictures).toEqual([three, cut])
})

test('drawings are public until the first photograph', async () => {
  const { shopId } = contentOf(await other.api.shops.sellerShop({}))
  const drawn = { shopId, fileId: '', url: '/figures/bench-12.svg', caption: '实验室（示意图）', sort: 1 }
  await app.db.insert(shopPictures).values(drawn)
  const shown = async () =>
    contentOf(await visitor(app).api.shops.shopMore({ shopId })).pictures.map(({ caption }) => caption)
  expect(await shown()).toEqual([drawn.caption])
  const photograph = await add(other, '实拍')
  expect(await shown()).toEqual(['实拍'])
  expect(await captions(other)).toEqual([drawn.caption, '实拍'])
  contentOf(await other.api.shops.shopPictureDelete({ pictureId: photograph.pictureId }))
  expect(await shown()).toEqual([drawn.caption])
  await app.db.delete(shopPictures).where(eq(shopPictures.shopId, shopId))
})

test('an order without each picture exactly once returns conflict', async () => {
  const { pictures } = contentOf(await seller.api.shops.shopPictures({}))
  const ids = pictures.map(({ pictureId }) => pictureId)
  const order = (pictureIds: number[]) => seller.api.shops.shopPictureOrder({ pictureIds })
  expect(failureOf(await order(ids.slice(1)))).toBe('conflict')
  expect(failureOf(await order([...ids.slice(1), ids.at(-1) ?? 0]))).toBe('conflict')
  expect(failureOf(await order([...ids, missingId]))).toBe('conflict')
})

test('at most twenty pictures are accepted, also in parallel', async () => {
  const { shopId } = contentOf(await other.api.shops.sellerShop({}))
  const fileId = await uploaded(other, 'picture')
  const row = { shopId, fileId, url: `/files/${fileId}/x.webp` }
  const before = (await captions(other)).length
  const rows = Array.from({ length: shopLimits.pictures - 2 - before }, (_, sort) => ({ ...row, sort }))
  await app.db.insert(shopPictures).values(rows)
  const answers = await Promise.all([1, 2, 3, 4].map(() => other.api.shops.shopPictureAdd({ fileId })))
  expect(answers.map(failureOf).sort()).toEqual(['none', 'none', 'tooManyPictures', 'tooManyPictures'])
})

test('files and pictures of others, wrong purposes and missing permissions are rejected', async () => {
  const theirs = await uploaded(other, 'picture')
  const { api } = seller
  expect(failureOf(await api.shops.shopPictureAdd({ fileId: theirs }))).toBe('notFound')
  expect(failureOf(await api.shops.shopPictureAdd({ fileId: await uploaded(seller, 'logo') }))).toBe('notFound')
  expect(fieldsWithErrors(await api.shops.shopPictureAdd({ fileId: '' }))).toEqual(['fileId'])
  const [picture] = contentOf(await other.api.shops.shopPictures({})).pictures
  const pictureId = picture?.pictureId ?? 0
  expect(failureOf(await api.shops.shopPictureUpdate({ pictureId, caption: '他店' }))).toBe('notFound')
  expect(failureOf(await api.shops.shopPictureDelete({ pictureId }))).toBe('notFound')
  expect(fieldsWithErrors(await api.shops.shopPictureUpdate({ pictureId, caption: '长'.repeat(41) }))).toEqual([
    'caption',
  ])
  expect(failureOf(await visitor(app).api.shops.shopPictures({}))).toBe('sessionInvalid')
  const { client } = await colleague(app, seller, ['goods_manage'])
  expect(failureOf(await client.api.shops.shopPictureDelete({ pictureId }))).toBe('forbidden')
})
