import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { notify, type NotificationContent } from '../../../src/server/accounts/notifications/notify.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { queuedDigestMails } from '../../support/digest-queue.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let people: number[] = []
beforeAll(async () => {
  const rows = await app.db
    .update(users)
    .set({ email: 'people@notify.invalid' })
    .where(inArray(users.loginName, ['seller']))
    .returning({ id: users.id })
  const other = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'buyer'))
  people = [...rows, ...other].map(({ id }) => id)
})

const told = (title: string) => app.db.select().from(notices).where(eq(notices.title, title))

async function send(title: string, by?: NotificationContent['channels'], fails = false) {
  const later: (() => unknown)[] = []
  const pushed: number[] = []
  const context = {
    push: { ...app.runtime.push, send: (userId: number) => void pushed.push(userId) },
    jobs: { wake: async () => {} },
    after: (what: () => unknown) => void later.push(what),
  }
  const insert = vi.fn<() => void>()
  let inserts = 0
  await app.db.transaction(async (tx) => {
    const execute = tx.execute.bind(tx)
    tx.execute = (query) => {
      insert()
      return execute(query)
    }
    const news = { title, text: '正文', path: '/demandHall', ...(by === undefined ? {} : { channels: by }) }
    await notify(tx, context, 'demand.matched', [...people, ...people], news)
    // The statement that ends the transaction is not an insert, though it may use the same method.
    inserts = insert.mock.calls.length
    if (fails) throw new Error('no')
  })
  for (const what of later) await what()
  return { pushed, inserts }
}

test('saves one notice per user in one insert', async () => {
  const { pushed, inserts } = await send('通知一')
  const rows = await told('通知一')
  expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set(people))
  expect(rows).toHaveLength(people.length)
  expect(rows[0]).toMatchObject({ event: 'demand.matched', text: '正文', path: '/demandHall', readAt: null })
  expect(pushed).toHaveLength(people.length)
  // The insert of the mails.
  expect(inserts).toBe(1)
  const mails = await queuedDigestMails(app, 'people@notify.invalid')
  expect(mails).toMatchObject([{ subject: '通知一', text: '正文' }])
})

test('saves nothing on rollback and skips channels that were not requested', async () => {
  await expect(send('通知二', undefined, true)).rejects.toThrow('no')
  expect(await told('通知二')).toEqual([])
  expect((await send('通知三', ['mail'])).pushed).toEqual([])
  expect(await told('通知三')).toEqual([])
})

test('saves the notice without push for users who turned push off', async () => {
  const seller = await signInAs(app, 'seller')
  const { invoiceKind } = contentOf(await seller.api.accounts.preferences({}))
  const notifications = { 'demand.matched': [] }
  contentOf(await seller.api.accounts.preferencesSave({ notifications, invoiceKind }))
  const { pushed } = await send('通知四')
  expect(pushed).toEqual(people.slice(1))
  const rows = await app.db
    .select()
    .from(notices)
    .where(and(eq(notices.title, '通知四'), inArray(notices.userId, people)))
  expect(rows).toHaveLength(2)
})
