import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { inquiries } from '../../../src/db/tables/interest.ts'
import { ready } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

test('a question keeps its draft, is asked once, answered, asked again and ended', async () => {
  const page = await signedIn('buyer')
  const [owner] = await page.app.db.select({ id: users.companyId }).from(users).where(eq(users.loginName, 'seller'))
  const own = and(eq(services.companyId, owner?.id ?? 0), eq(services.status, 'published'))
  const [service] = await page.app.db.select({ id: services.id }).from(services).where(own).limit(1)
  const listing = { serviceId: service?.id ?? 0 }
  const before = await page.app.db.$count(inquiries)
  const form = await import('../../../src/stores/catalogue/inquiry-form.ts')
  form.open(listing)
  form.type('太短')
  await form.send()
  expect(form.asking.get()).toMatchObject({ at: 'writing', fault: expect.stringContaining('至少') })
  form.type('这项研究的样品量与保存条件有什么要求？')
  page.line.cut = true
  await form.send()
  expect(form.asking.get()).toMatchObject({ at: 'writing', failure: { code: 0 } })
  form.open(listing)
  expect(form.question.get()).toBe('这项研究的样品量与保存条件有什么要求？')
  page.line.cut = false
  await Promise.all([form.send(), form.send()])
  expect(form.asking.get()).toEqual({ at: 'sent' })
  expect((await page.app.db.$count(inquiries)) - before).toBe(1)
  form.again()
  expect(form.question.get()).toBe('')

  const seller = await signedIn('seller', '?tab=inquiry&state=waiting', page.app)
  const received = (await import('../../../src/stores/catalogue/inquiry-list.ts')).receivedInquiries
  received.start()
  await received.load()
  const asked = ready(received.inquiries.get()).data.find(({ messages }) => messages[0]?.text.includes('样品量'))
  if (asked === undefined) throw new Error('The question did not arrive')
  received.write(asked.inquiryId)
  received.type('约 120 g，2~8 ℃ 保存。')
  seller.line.cut = true
  expect(await received.send()).toBe(false)
  expect(received.doing.get()).toMatchObject({ at: 'writing', text: '约 120 g，2~8 ℃ 保存。', failure: { code: 0 } })
  received.dismiss()
  received.write(asked.inquiryId)
  expect(received.doing.get()).toMatchObject({ text: '约 120 g，2~8 ℃ 保存。' })
  seller.line.cut = false
  const sent = await Promise.all([received.send(), received.send()])
  expect(sent.toSorted()).toEqual([false, true])
  expect(received.doing.get()).toEqual({ at: 'nothing' })

  await signedIn('buyer', '?tab=inquiry', page.app)
  const mine = (await import('../../../src/stores/catalogue/inquiry-list.ts')).ownInquiries
  mine.start()
  await mine.load()
  const row = ready(mine.inquiries.get()).data.find(({ inquiryId }) => inquiryId === asked.inquiryId)
  expect(row?.messages).toHaveLength(2)
  if (row === undefined) throw new Error('The answer did not arrive')
  mine.askClose(row)
  expect(await Promise.all([mine.close(), mine.close()])).toEqual([true, false])
  const after = ready(mine.inquiries.get()).data.find(({ inquiryId }) => inquiryId === asked.inquiryId)
  expect(after?.status).toBe('closed')
}, 60_000)

test('what was looked at last stands first, once, twenty at most; nonsense in the browser is nothing', async () => {
  const page = await signedIn('buyer')
  page.kept['recentlyViewed'] = '[{"kind":"service"},7,null]'
  const store = await import('../../../src/stores/catalogue/recently-viewed.ts')
  const viewed = (id: number) => ({
    ...{ kind: 'service' as const, id: String(id), title: `服务 ${id}`, price: '面议', picture: '', figure: 'wells' },
  })
  store.recentlyViewed.listen(() => undefined)
  expect(store.recentlyViewed.get()).toEqual([])
  for (let id = 1; id <= 25; id += 1) store.remember(viewed(id))
  store.remember(viewed(10))
  const ids = store.recentlyViewed.get().map(({ id }) => Number(id))
  expect([ids.length, ids[0], ids[1], ids.filter((id) => id === 10).length]).toEqual([20, 10, 25, 1])
  store.forgetViewed()
  expect(store.recentlyViewed.get()).toEqual([])
}, 60_000)
