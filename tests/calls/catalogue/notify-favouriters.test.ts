import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { favourites } from '../../../src/db/tables/interest.ts'
import { notifyFavouriters } from '../../../src/server/catalogue/publishing/move-effects.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { queuedDigestMails } from '../../support/digest-queue.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let ids: number[] = []
const people = ['buyer', 'buyer2', 'person'] as const
const asked = 500_000

beforeAll(async () => {
  await app.db.delete(favourites)
  const rows = await app.db.select({ id: services.id }).from(services).where(eq(services.status, 'published')).limit(3)
  ids = rows.map(({ id }) => id)
  for (const id of ids) {
    await app.db.update(services).set({ priceType: 0, price: asked, highPrice: null }).where(eq(services.id, id))
  }
  for (const name of people) {
    const client = await signInAs(app, name)
    await app.db
      .update(users)
      .set({ email: `${name}@favourites.invalid` })
      .where(eq(users.loginName, name))
    const notifications = { 'favourite.changed': ['site' as const, 'push' as const, 'mail' as const] }
    const { invoiceKind } = contentOf(await client.api.accounts.preferences({}))
    contentOf(await client.api.accounts.preferencesSave({ notifications, invoiceKind }))
    for (const listingId of ids) contentOf(await client.api.shops.favouriteSave({ kind: 'service', listingId }))
  }
})

/** Changes listings, notifies, and returns the push messages. */
async function change(listingIds: readonly number[], set: Partial<typeof services.$inferInsert>) {
  const pushed: { userId: number; title: string }[] = []
  const later: (() => unknown)[] = []
  const push = {
    ...app.runtime.push,
    send: (userId: number, message: object) => {
      if ('title' in message) pushed.push({ userId, title: String(message.title) })
    },
  }
  await app.db.transaction(async (tx) => {
    for (const id of listingIds) await tx.update(services).set(set).where(eq(services.id, id))
    await notifyFavouriters(
      tx,
      { push, jobs: app.runtime.jobs, after: (what) => void later.push(what) },
      'service',
      listingIds,
    )
  })
  for (const what of later) await what()
  return pushed
}

const lastMail = async () => (await queuedDigestMails(app)).at(-1)?.id ?? 0

describe('notifyFavouriters', () => {
  test('notifies everyone once of a lower price, by push and mail', async () => {
    const before = await lastMail()
    const [first = 0] = ids
    const pushed = await change([first], { price: asked - 10_000 })
    expect(pushed).toHaveLength(people.length)
    expect(pushed[0]?.title).toContain('降价')
    expect(pushed[0]?.title).toContain('¥4,900.00')
    const mails = (await queuedDigestMails(app)).filter(({ id }) => id > before)
    expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(
      new Set(people.map((name) => `${name}@favourites.invalid`)),
    )
    expect(await change([first], { price: asked - 10_000 })).toEqual([])
  })

  test('ignores price increases, and prices not below the notified one', async () => {
    const [first = 0] = ids
    expect(await change([first], { price: asked + 50_000 })).toEqual([])
    expect(await change([first], { price: asked })).toEqual([])
    expect(await change([first], { price: asked - 20_000 })).toHaveLength(people.length)
  })

  test('notifies of each removal from sale once, not of a return', async () => {
    const [, second = 0] = ids
    const left = await change([second], { status: 'unlisted' })
    expect(left).toHaveLength(people.length)
    expect(left[0]?.title).toContain('已下架')
    expect(await change([second], { status: 'unlisted' })).toEqual([])
    expect(await change([second], { status: 'published' })).toEqual([])
    expect(await change([second], { status: 'suspended' })).toHaveLength(people.length)
    await change([second], { status: 'published' })
  })

  test('sends each person one notice for several listings', async () => {
    const pushed = await change(ids, { price: 100 })
    expect(pushed).toHaveLength(people.length)
    expect(pushed.map(({ title }) => title)).toEqual(people.map(() => '您收藏的服务与商品有 3 项降价'))
  })

  test('stores the first price after 面议, and notifies of a lower one', async () => {
    const [, , third = 0] = ids
    await app.db
      .update(favourites)
      .set({ priceType: 2, price: null, notifiedPrice: null })
      .where(eq(favourites.listingId, third))
    expect(await change([third], { price: 90_000 })).toEqual([])
    expect(await change([third], { price: 80_000 })).toHaveLength(people.length)
    expect(await change([third], { priceType: 2, price: null })).toEqual([])
  })

  test('notifies each person once of one change processed twice in parallel', async () => {
    const [first = 0] = ids
    const both = await Promise.all([change([first], { price: 50 }), change([first], { price: 50 })])
    expect(both.flat()).toHaveLength(people.length)
  })
})
