import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { letters } from '../../../src/db/tables/letters.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { ready } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

async function scene() {
  const page = await signedIn('buyer')
  await page.app.db.delete(notices)
  const [row] = await page.app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'buyer'))
  const userId = row?.id ?? 0
  const tell = (count: number, title = '订单') =>
    page.app.db.insert(notices).values(
      Array.from({ length: count }, (_, n) => ({
        ...{ userId, event: n % 2 === 0 ? ('order.moved' as const) : ('demand.offered' as const) },
        ...{ title: `${title} ${n}`, text: '正文', path: '/demandHall' },
      })),
    )
  return { page, userId, tell }
}

test('rows are read on below the last one, marked, deleted; a lost line leaves everything as it was', async () => {
  const { page, tell } = await scene()
  await tell(45)
  const store = await import('../../../src/stores/chat/message-centre.ts')
  const removal = await import('../../../src/stores/chat/remove-messages.ts')
  const { unreadMessages } = await import('../../../src/stores/chat/unread-messages.ts')
  const { counts } = await import('../../../src/stores/accounts/session.ts')
  const rows = () => ready(store.messages.get()).rows
  store.start()
  await store.load()
  expect([rows().length, ready(store.messages.get()).more]).toEqual([20, true])
  expect(unreadMessages.get()).toMatchObject({ business: 45 })
  expect(await Promise.all([store.loadMore(), store.loadMore()])).toEqual([null, null])
  expect(rows()).toHaveLength(40)
  await tell(1, '新的')
  await store.load()
  expect([rows().length, rows()[0]?.kind === 'notice' && rows()[0]?.recordId]).toEqual([41, expect.any(Number)])

  store.toggleAll()
  expect(store.chosen.get().size).toBe(41)
  page.line.cut = true
  expect(await store.read()).toMatchObject({ code: 0 })
  expect([store.chosen.get().size, rows().every(({ read }) => !read)]).toEqual([41, true])
  page.line.cut = false
  expect(await store.read()).toBeNull()
  expect([store.chosen.get().size, rows().every(({ read }) => read)]).toEqual([0, true])
  expect(unreadMessages.get()).toMatchObject({ business: 5 })

  const [first, second] = rows()
  store.toggle(first?.recordId ?? 0)
  store.toggle(second?.recordId ?? 0)
  removal.askRemoval()
  expect(await Promise.all([removal.remove(), removal.remove()])).toEqual([null, null])
  expect(removal.asksRemoval.get()).toBe(false)
  expect(rows().some(({ recordId }) => recordId === first?.recordId)).toBe(false)
  expect(await store.readAll()).toBeNull()
  expect(unreadMessages.get()).toMatchObject({ business: 0 })
  expect(counts.get().notices).toBeGreaterThanOrEqual(0)
}, 60_000)

test('what is done in another tab, and what comes over push, is seen here', async () => {
  const { page, tell } = await scene()
  await tell(3)
  const store = await import('../../../src/stores/chat/message-centre.ts')
  const { watchMessages, unreadMessages } = await import('../../../src/stores/chat/unread-messages.ts')
  const { passOn } = await import('../../../src/stores/operations/told.ts')
  const rows = () => ready(store.messages.get()).rows
  watchMessages()
  store.start()
  await store.load()
  const [first, second] = rows()
  const unread = { total: 2, business: 2, personal: 0 }
  const groups = { tender: 1, trade: 1, talk: 0, interest: 0, shop: 0, account: 0, platform: 0 }
  const news = { kind: 'centre', of: 'business', unread: { ...unread, groups } }
  passOn({ ...news, did: 'read', recordIds: [first?.recordId] })
  expect(rows()[0]?.read).toBe(true)
  expect(unreadMessages.get()).toMatchObject({ business: 2 })
  passOn({ ...news, did: 'deleted', recordIds: [second?.recordId] })
  expect(rows()).toHaveLength(2)
  passOn({ ...news, did: 'readAll', group: null, upTo: null })
  expect(rows().every(({ read }) => read)).toBe(true)
  passOn({ ...news, did: 'read', recordIds: ['<script>'] })
  await tell(1, '刚到的')
  passOn({ kind: 'notice', title: '刚到的 0', path: '/demandHall' })
  await expect.poll(() => rows().some((row) => row.kind === 'notice' && row.title === '刚到的 0')).toBe(true)
  expect(page.made.filter((path) => path === '/message/record/list-page').length).toBeGreaterThanOrEqual(2)
}, 60_000)

test('a letter keeps its draft over a lost line and is sent once; so does its answer', async () => {
  const { page, userId } = await scene()
  const writing = await import('../../../src/stores/chat/write-letter.ts')
  await writing.write(userId)
  const [seller] = await page.app.db.select().from(users).where(eq(users.loginName, 'seller'))
  const company = writing.recipients.get().find(({ key }) => key === `o:${seller?.companyId}`)
  if (company === undefined) throw new Error('Nobody to write to')
  expect(await writing.sendLetter()).toBe(false)
  writing.chooseTo(company.key, company.name)
  writing.form.setText('subject', '样品')
  writing.form.setText('text', '请确认收样时间。')
  page.line.cut = true
  expect(await writing.sendLetter()).toBe(false)
  writing.stopWriting()
  page.line.cut = false
  await writing.write(userId)
  expect(writing.form.values.get()).toMatchObject({ subject: '样品', to: company.key })
  page.line.deaf = true
  expect(await writing.sendLetter()).toBe(false)
  page.line.deaf = false
  expect(await writing.sendLetter()).toBe(true)
  expect(await page.app.db.$count(letters, eq(letters.subject, '样品'))).toBe(1)

  await signedIn('seller', '?tab=personal', page.app)
  const centre = await import('../../../src/stores/chat/message-centre.ts')
  const letter = await import('../../../src/stores/chat/letter.ts')
  centre.start()
  await centre.load()
  const row = ready(centre.messages.get()).rows[0]
  expect(row).toMatchObject({ kind: 'letter', subject: '样品', read: false })
  centre.letterOpened(await letter.openLetter(row?.recordId ?? 0))
  expect(ready(centre.messages.get()).rows[0]?.read).toBe(true)
  letter.type('周三下午可以。')
  await letter.openLetter(row?.recordId ?? 0)
  expect(letter.reply.get().text).toBe('周三下午可以。')
  expect((await Promise.all([letter.send(), letter.send()])).toSorted()).toEqual([false, true])
  expect(ready(letter.letter.get()).letters.map(({ mine }) => mine)).toEqual([false, true])
}, 60_000)
