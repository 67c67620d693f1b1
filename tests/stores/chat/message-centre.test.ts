import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { letters } from '../../../src/db/tables/letters.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { readyContent } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

async function scene() {
  const page = await signedIn('buyer')
  await page.app.db.delete(notices)
  const [row] = await page.app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'buyer'))
  const userId = row?.id ?? 0
  const tell = (count: number, title = '订单') =>
    page.app.db.insert(notices).values(
      Array.from({ length: count }, (_, n) => ({
        userId,
        event: n % 2 === 0 ? ('order.moved' as const) : ('demand.offered' as const),
        title: `${title} ${n}`,
        text: '正文',
        path: '/demandHall',
      })),
    )
  return { page, userId, tell }
}

test('messages are paged, marked and deleted; a network failure changes nothing', async () => {
  const { page, tell } = await scene()
  await tell(45)
  const store = await import('../../../src/stores/chat/message-centre/message-centre.ts')
  const removal = await import('../../../src/stores/chat/message-centre/message-centre.ts')
  const { unreadMessages } = await import('../../../src/stores/chat/message-centre/unread-messages.ts')
  const { counts } = await import('../../../src/stores/accounts/session.ts')
  const rows = () => readyContent(store.messages.get()).rows
  store.startMessageCentre()
  await store.loadMessages()
  expect([rows().length, readyContent(store.messages.get()).more]).toEqual([20, true])
  expect(unreadMessages.get()).toMatchObject({ business: 45 })
  expect(await Promise.all([store.loadMoreMessages(), store.loadMoreMessages()])).toEqual([null, null])
  expect(rows()).toHaveLength(40)
  await tell(1, '新的')
  await store.loadMessages()
  expect([rows().length, rows()[0]?.kind === 'notice' && rows()[0]?.recordId]).toEqual([41, expect.any(Number)])

  store.toggleAllMessages()
  expect(store.selectedMessages.get().size).toBe(41)
  page.network.cut = true
  expect(await store.markMessagesRead()).toMatchObject({ code: 0 })
  expect([store.selectedMessages.get().size, rows().every(({ read }) => !read)]).toEqual([41, true])
  page.network.cut = false
  expect(await store.markMessagesRead()).toBeNull()
  expect([store.selectedMessages.get().size, rows().every(({ read }) => read)]).toEqual([0, true])
  expect(unreadMessages.get()).toMatchObject({ business: 5 })

  const [first, second] = rows()
  store.toggleMessage(first?.recordId ?? 0)
  store.toggleMessage(second?.recordId ?? 0)
  removal.openRemovalDialog()
  expect(await Promise.all([removal.removeMessages(), removal.removeMessages()])).toEqual([null, null])
  expect(removal.isRemovalDialogOpen.get()).toBe(false)
  expect(rows().some(({ recordId }) => recordId === first?.recordId)).toBe(false)
  expect(await store.markAllMessagesRead()).toBeNull()
  expect(unreadMessages.get()).toMatchObject({ business: 0 })
  expect(counts.get().notices).toBeGreaterThanOrEqual(0)
}, 60_000)

test('changes in another tab and push events are applied', async () => {
  const { page, tell } = await scene()
  await tell(3)
  const store = await import('../../../src/stores/chat/message-centre/message-centre.ts')
  const { watchUnreadMessages, unreadMessages } =
    await import('../../../src/stores/chat/message-centre/unread-messages.ts')
  const { dispatchPush } = await import('../../../src/stores/operations/push-notices.ts')
  const rows = () => readyContent(store.messages.get()).rows
  watchUnreadMessages()
  store.startMessageCentre()
  await store.loadMessages()
  const [first, second] = rows()
  const unread = { total: 2, business: 2, personal: 0 }
  const groups = { tender: 1, trade: 1, talk: 0, interest: 0, shop: 0, account: 0, platform: 0 }
  const news = { kind: 'centre', of: 'business', unread: { ...unread, groups } }
  dispatchPush({ ...news, did: 'read', recordIds: [first?.recordId] })
  expect(rows()[0]?.read).toBe(true)
  expect(unreadMessages.get()).toMatchObject({ business: 2 })
  dispatchPush({ ...news, did: 'deleted', recordIds: [second?.recordId] })
  expect(rows()).toHaveLength(2)
  dispatchPush({ ...news, did: 'readAll', group: null, upTo: null })
  expect(rows().every(({ read }) => read)).toBe(true)
  dispatchPush({ ...news, did: 'read', recordIds: ['<script>'] })
  await tell(1, '刚到的')
  dispatchPush({ kind: 'notice', title: '刚到的 0', path: '/demandHall' })
  await expect.poll(() => rows().some((row) => row.kind === 'notice' && row.title === '刚到的 0')).toBe(true)
  expect(page.calls.filter((path) => path === '/message/record/list-page').length).toBeGreaterThanOrEqual(2)
}, 60_000)

test('a letter keeps its draft over network failures and is sent once; so does its reply', async () => {
  const { page, userId } = await scene()
  const writing = await import('../../../src/stores/chat/message-centre/letter-form.ts')
  await writing.openLetterForm(userId)
  const [seller] = await page.app.db.select().from(users).where(eq(users.loginName, 'seller'))
  const company = writing.recipients.get().find(({ key }) => key === `o:${seller?.companyId}`)
  if (company === undefined) throw new Error('Nobody to write to')
  expect(await writing.sendLetter()).toBe(false)
  writing.chooseRecipient(company.key, company.name)
  writing.letterForm.setText('subject', '样品')
  writing.letterForm.setText('text', '请确认收样时间。')
  page.network.cut = true
  expect(await writing.sendLetter()).toBe(false)
  writing.closeLetterForm()
  page.network.cut = false
  await writing.openLetterForm(userId)
  expect(writing.letterForm.values.get()).toMatchObject({ subject: '样品', to: company.key })
  page.network.losesAnswers = true
  expect(await writing.sendLetter()).toBe(false)
  page.network.losesAnswers = false
  expect(await writing.sendLetter()).toBe(true)
  expect(await page.app.db.$count(letters, eq(letters.subject, '样品'))).toBe(1)

  await signedIn('seller', '?tab=personal', page.app)
  const centre = await import('../../../src/stores/chat/message-centre/message-centre.ts')
  const letter = await import('../../../src/stores/chat/message-centre/letter.ts')
  centre.startMessageCentre()
  await centre.loadMessages()
  const row = readyContent(centre.messages.get()).rows[0]
  expect(row).toMatchObject({ kind: 'letter', subject: '样品', read: false })
  centre.markLettersRead(await letter.openLetter(row?.recordId ?? 0))
  expect(readyContent(centre.messages.get()).rows[0]?.read).toBe(true)
  letter.setReplyText('周三下午可以。')
  await letter.openLetter(row?.recordId ?? 0)
  expect(letter.letterReply.get().text).toBe('周三下午可以。')
  expect((await Promise.all([letter.sendReply(), letter.sendReply()])).toSorted()).toEqual([false, true])
  expect(readyContent(letter.letter.get()).letters.map(({ mine }) => mine)).toEqual([false, true])
}, 60_000)
