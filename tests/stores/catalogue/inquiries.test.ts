import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { inquiries } from '../../../src/db/tables/interest.ts'
import { readyContent } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

test('an inquiry keeps its draft, is sent once, answered, continued and closed', async () => {
  const page = await signedIn('buyer')
  const [owner] = await page.app.db.select({ id: users.companyId }).from(users).where(eq(users.loginName, 'seller'))
  const own = and(eq(services.companyId, owner?.id ?? 0), eq(services.status, 'published'))
  const [service] = await page.app.db.select({ id: services.id }).from(services).where(own).limit(1)
  const listing = { serviceId: service?.id ?? 0 }
  const before = await page.app.db.$count(inquiries)
  const form = await import('../../../src/stores/catalogue/inquiry-form.ts')
  form.openInquiryForm(listing)
  form.setInquiryText('太短')
  await form.submitInquiry()
  expect(form.inquiryFormState.get()).toMatchObject({ at: 'writing', error: expect.stringContaining('至少') })
  form.setInquiryText('这项研究的样品量与保存条件有什么要求？')
  page.network.cut = true
  await form.submitInquiry()
  expect(form.inquiryFormState.get()).toMatchObject({ at: 'writing', failure: { code: 0 } })
  form.openInquiryForm(listing)
  expect(form.inquiryText.get()).toBe('这项研究的样品量与保存条件有什么要求？')
  page.network.cut = false
  await Promise.all([form.submitInquiry(), form.submitInquiry()])
  expect(form.inquiryFormState.get()).toEqual({ at: 'sent' })
  expect((await page.app.db.$count(inquiries)) - before).toBe(1)
  form.resetInquiryForm()
  expect(form.inquiryText.get()).toBe('')

  const seller = await signedIn('seller', '?tab=inquiry&state=waiting', page.app)
  const received = (await import('../../../src/stores/catalogue/inquiry-list.ts')).receivedInquiries
  received.start()
  await received.load()
  const asked = readyContent(received.inquiries.get()).data.find(({ messages }) => messages[0]?.text.includes('样品量'))
  if (asked === undefined) throw new Error('The question did not arrive')
  received.openReply(asked.inquiryId)
  received.setReplyText('约 120 g，2~8 ℃ 保存。')
  seller.network.cut = true
  expect(await received.submitReply()).toBe(false)
  expect(received.action.get()).toMatchObject({ at: 'writing', text: '约 120 g，2~8 ℃ 保存。', failure: { code: 0 } })
  received.cancelAction()
  received.openReply(asked.inquiryId)
  expect(received.action.get()).toMatchObject({ text: '约 120 g，2~8 ℃ 保存。' })
  seller.network.cut = false
  const sent = await Promise.all([received.submitReply(), received.submitReply()])
  expect(sent.toSorted()).toEqual([false, true])
  expect(received.action.get()).toEqual({ at: 'nothing' })

  await signedIn('buyer', '?tab=inquiry', page.app)
  const mine = (await import('../../../src/stores/catalogue/inquiry-list.ts')).ownInquiries
  mine.start()
  await mine.load()
  const row = readyContent(mine.inquiries.get()).data.find(({ inquiryId }) => inquiryId === asked.inquiryId)
  expect(row?.messages).toHaveLength(2)
  if (row === undefined) throw new Error('The answer did not arrive')
  mine.requestClose(row)
  expect(await Promise.all([mine.closeInquiry(), mine.closeInquiry()])).toEqual([true, false])
  const after = readyContent(mine.inquiries.get()).data.find(({ inquiryId }) => inquiryId === asked.inquiryId)
  expect(after?.status).toBe('closed')
}, 60_000)

test('recently viewed listings: latest first, unique, at most twenty; invalid storage is ignored', async () => {
  const page = await signedIn('buyer')
  page.persisted['recentlyViewed'] = '[{"kind":"service"},7,null]'
  const store = await import('../../../src/stores/catalogue/recently-viewed.ts')
  const viewed = (id: number) => ({
    kind: 'service' as const,
    id: String(id),
    title: `服务 ${id}`,
    price: '面议',
    picture: '',
    figure: 'wells',
  })
  store.recentlyViewed.listen(() => undefined)
  expect(store.recentlyViewed.get()).toEqual([])
  for (let id = 1; id <= 25; id += 1) store.addRecentlyViewed(viewed(id))
  store.addRecentlyViewed(viewed(10))
  const ids = store.recentlyViewed.get().map(({ id }) => Number(id))
  expect([ids.length, ids[0], ids[1], ids.filter((id) => id === 10).length]).toEqual([20, 10, 25, 1])
  store.clearRecentlyViewed()
  expect(store.recentlyViewed.get()).toEqual([])
}, 60_000)
