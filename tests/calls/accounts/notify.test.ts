import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { notify, type News } from '../../../src/server/accounts/news/notify.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { heldMails } from '../../support/held.ts'

let app: TestApp
let people: number[] = []
beforeAll(async () => {
  app = await startApp()
  const rows = await app.db
    .update(users)
    .set({ email: 'people@notify.invalid' })
    .where(inArray(users.loginName, ['seller']))
    .returning({ id: users.id })
  const other = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'buyer'))
  people = [...rows, ...other].map(({ id }) => id)
})
afterAll(() => app.close())

const told = (title: string) => app.db.select().from(notices).where(eq(notices.title, title))

async function send(title: string, by?: News['by'], fails = false) {
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
    const news = { title, text: '正文', path: '/demandHall', ...(by === undefined ? {} : { by }) }
    await notify(tx, context, 'demand.matched', [...people, ...people], news)
    // What ends the transaction is no insert, though it may go the same way.
    inserts = insert.mock.calls.length
    if (fails) throw new Error('no')
  })
  for (const what of later) await what()
  return { pushed, inserts }
}

test('keeps what everyone is told in the message centre, each once, in one insert', async () => {
  const { pushed, inserts } = await send('通知一')
  const rows = await told('通知一')
  expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set(people))
  expect(rows).toHaveLength(people.length)
  expect(rows[0]).toMatchObject({ event: 'demand.matched', text: '正文', path: '/demandHall', readAt: null })
  expect(pushed).toHaveLength(people.length)
  // The one of the mails.
  expect(inserts).toBe(1)
  const mails = await heldMails(app, 'people@notify.invalid')
  expect(mails).toMatchObject([{ subject: '通知一', text: '正文' }])
})

test('keeps nothing of what did not happen, and leaves channels out that are not asked for', async () => {
  await expect(send('通知二', undefined, true)).rejects.toThrow('no')
  expect(await told('通知二')).toEqual([])
  expect((await send('通知三', ['mail'])).pushed).toEqual([])
  expect(await told('通知三')).toEqual([])
})

test('keeps it also for whoever wants no push, and pushes to the others', async () => {
  const seller = await as(app, 'seller')
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
