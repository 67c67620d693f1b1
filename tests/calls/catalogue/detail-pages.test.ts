import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { date } from '../../../src/domain/time.ts'
import { writeViews } from '../../../src/server/catalogue/usage-counts.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { unlimitedCalls } from '../../support/unlimited-calls.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)
let service: typeof services.$inferSelect
beforeAll(async () => {
  const [row] = await app.db
    .select()
    .from(services)
    .where(eq(services.status, 'published'))
    .orderBy(services.id)
    .limit(1)
  if (row === undefined) throw new Error('The demo has no service on sale')
  service = row
})

describe('similar listings', () => {
  test('are from other shops, same category first', async () => {
    const { shop, data } = contentOf(await anyone.api.catalogue.similarServices({ serviceId: service.id }))
    expect(shop.shopId).toBe(service.shopId)
    expect(data.length).toBeGreaterThan(0)
    expect(data.length).toBeLessThanOrEqual(4)
    const parent = service.categoryPath.at(-2) ?? 0
    const near = await app.db
      .select()
      .from(services)
      .where(sql`${services.categoryPath} @> array[${parent}]::int[]`)
    for (const row of data) {
      expect(row.shopId).not.toBe(service.shopId)
      expect(near.map(({ id }) => id)).toContain(row.serviceId)
    }
    expect(new Set(data.map((row) => row.serviceId)).size).toBe(data.length)
  })

  test('are returned for formerly published listings, not for unpublished ones', async () => {
    const states = await app.db.select().from(products)
    const gone = states.find(({ status, publishedAt }) => status === 'unlisted' && publishedAt !== null)
    const hidden = states.find(({ publishedAt }) => publishedAt === null)
    const similar = (productNo = '') => anyone.api.catalogue.similarProducts({ productNo })
    expect(contentOf(await similar(gone?.productNo)).shop.shopId).toBe(gone?.shopId)
    expect(failureOf(await similar(hidden?.productNo))).toBe('notFound')
    expect(failureOf(await anyone.api.catalogue.similarServices({ serviceId: missingId }))).toBe('notFound')
  })
})

describe('similar services are the newest of the same category in other shops, then of its parent', () => {
  type Row = typeof services.$inferSelect
  const published = () => app.db.select().from(services).where(eq(services.status, 'published'))
  const expectedOf = (own: Row, all: readonly Row[]) => {
    const branches = own.categoryPath.slice(1).toReversed().slice(0, 2)
    const near = branches.length === 0 ? own.categoryPath : branches
    const far = (row: Row) => near.findIndex((category) => row.categoryPath.includes(category))
    return all
      .filter((row) => row.shopId !== own.shopId && far(row) >= 0)
      .toSorted(
        (one, other) =>
          far(one) - far(other) || Number(other.publishedAt) - Number(one.publishedAt) || other.id - one.id,
      )
      .slice(0, 4)
      .map(({ id }) => id)
  }
  const similarTo = async ({ id }: Row) =>
    contentOf(await anyone.api.catalogue.similarServices({ serviceId: id })).data.map(({ serviceId }) => serviceId)
  const expectNewest = async (chosen: readonly Row[], all: readonly Row[]) => {
    for (const own of chosen) expect([own.id, await similarTo(own)]).toEqual([own.id, expectedOf(own, all)])
  }

  test('in the categories of the demo', async () => {
    const all = await published()
    await expectNewest(
      all.filter((_row, index) => index % 7 === 0),
      all,
    )
  })

  test('when few of the category are among the newest of its parent', async () => {
    const all = await published()
    const leaf = (row: Row) => row.categoryPath.at(-1)
    const pairs = all.flatMap((own) => {
      const isBeside = (row: Row) => row.shopId !== own.shopId && row.categoryPath.at(-2) === own.categoryPath.at(-2)
      const same = all.some((row) => isBeside(row) && leaf(row) === leaf(own))
      const sibling = all.find((row) => isBeside(row) && leaf(row) !== leaf(own))
      return same && sibling !== undefined ? [{ own, sibling }] : []
    })
    const [pair] = pairs
    if (pair === undefined) throw new Error('The demo has no neighbouring categories')
    await app.db.execute(sql`insert into services overriding system value
      select (jsonb_populate_record(s, jsonb_build_object('id', 900000 + n, 'service_no', 'S-newest-' || n,
        'published_at', date_trunc('second', now()) + n * interval '1 second'))).*
      from services s, generate_series(1, 150) as n where s.id = ${pair.sibling.id}`)
    const later = await published()
    expect(expectedOf(pair.own, later)[0]).toBeLessThan(900_000)
    await expectNewest([pair.own, pair.sibling], later)
  })

  test.each([4, 3, 2, 1])('of a category path of %i levels', async (depth) => {
    await app.db.execute(
      sql`update services set category_path = category_path[1:${depth}] where id % 3 = 0 and id < 900000`,
    )
    const all = await published()
    await expectNewest(all.filter(({ categoryPath }) => categoryPath.length === depth).slice(0, 20), all)
  })
})

describe('views', () => {
  const viewsOf = async () => {
    const [row] = await app.db.select().from(services).where(eq(services.id, service.id))
    return row
  }
  const view = (client: Client, listingId = service.id) =>
    client.api.catalogue.listingViewed({ kind: 'service', listingId })

  test('count each IP address once a day and change nothing else', async () => {
    const before = await viewsOf()
    const reader = visitor(app)
    for (const client of [reader, reader, visitor(app), visitor(app)]) contentOf(await view(client))
    await Promise.all([view(reader), view(reader)])
    await writeViews(app.db)
    await writeViews(app.db)
    const after = await viewsOf()
    expect(after?.viewCount).toBe((before?.viewCount ?? 0) + 3)
    expect([after?.updatedAt, after?.version]).toEqual([before?.updatedAt, before?.version])
  })

  test('stay buffered when they cannot be written', async () => {
    const before = await viewsOf()
    contentOf(await view(visitor(app)))
    const broken = vi.spyOn(app.db, 'execute').mockImplementationOnce(() => {
      throw new Error('No connection')
    })
    await expect(writeViews(app.db)).rejects.toThrow('No connection')
    broken.mockRestore()
    contentOf(await view(visitor(app)))
    await writeViews(app.db)
    expect((await viewsOf())?.viewCount).toBe((before?.viewCount ?? 0) + 2)
  })

  test('of thousands of listings are written in one statement', async () => {
    const before = await viewsOf()
    const many = Array.from({ length: 40_000 }, (_, at) => missingId - at)
    const call = unlimitedCalls(app, anyone)
    for (const listingId of [...many, service.id]) await call('catalogue.listingViewed', { kind: 'service', listingId })
    await writeViews(app.db)
    expect((await viewsOf())?.viewCount).toBe((before?.viewCount ?? 0) + 1)
  })

  test('are ignored for unpublished listings', async () => {
    const [draft] = await app.db.select().from(services).where(eq(services.status, 'draft')).limit(1)
    contentOf(await view(visitor(app), draft?.id))
    contentOf(await view(visitor(app), missingId))
    await writeViews(app.db)
    const [now] = await app.db
      .select()
      .from(services)
      .where(eq(services.id, draft?.id ?? 0))
    expect(now?.viewCount).toBe(draft?.viewCount)
    expect(fieldsWithErrors(await view(anyone, -1))).toEqual(['listingId'])
  })
})

test('the shop box shows a holiday while it lasts', async () => {
  const holidayOf = async () => contentOf(await anyone.api.catalogue.service({ serviceId: service.id })).shop.holiday
  expect(await holidayOf()).toBeNull()
  const today = date(new Date().toISOString())
  const rest = { holidayFrom: today, holidayUntil: today, holidayNotice: '盘点' }
  await app.db.update(shops).set(rest).where(eq(shops.id, service.shopId))
  expect(await holidayOf()).toEqual({ at: 'now', from: today, until: today, notice: '盘点' })
  await app.db
    .update(shops)
    .set({ holidayFrom: '2026-01-01', holidayUntil: '2026-01-02' })
    .where(eq(shops.id, service.shopId))
  expect(await holidayOf()).toBeNull()
})

test('only operators find any listing by its number', async () => {
  const find = async (number: string, client: Client) => client.api.catalogue.listingByNumber({ number })
  const ops = await signInAs(app, 'ops')
  expect(contentOf(await find(service.serviceNo.toLowerCase(), ops))).toMatchObject({
    kind: 'service',
    listingId: service.id,
    status: 'published',
    title: service.title,
  })
  const [product] = await app.db.select().from(products).where(eq(products.status, 'draft')).limit(1)
  expect(contentOf(await find(product?.productNo ?? '', ops))).toMatchObject({ kind: 'product', status: 'draft' })
  expect(failureOf(await find('S0000', ops))).toBe('notFound')
  expect(failureOf(await find(service.serviceNo, await signInAs(app, 'seller')))).toBe('forbidden')
})
