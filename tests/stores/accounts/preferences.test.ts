import { afterAll, beforeAll, expect, test } from 'vitest'
import { userAddresses } from '../../../src/db/tables/orders.ts'
import { quickPhrases } from '../../../src/domain/chat/words.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('a choice shows at once and is saved; one that is refused is put back, the others stay', async () => {
  const { client, line } = await signedIn('buyer', '', app)
  const store = await import('../../../src/stores/accounts/preferences.ts')
  const shown = () => {
    const now = store.preferences.get()
    return now.at === 'ready' ? now.content : undefined
  }
  await store.load()
  const saving = store.choose('order.moved', 'sms', true)
  expect(shown()?.notifications['order.moved']).toEqual(['site', 'push', 'mail', 'sms'])
  expect(store.keeping.get().at).toBe('saving')
  await saving
  expect(store.keeping.get().at).toBe('saved')
  await store.chooseInvoice('special')
  const held = async () => contentOf(await client.api.accounts.preferences({}))
  expect(await held()).toMatchObject({
    invoiceKind: 'special',
    notifications: { 'order.moved': expect.arrayContaining(['sms']) },
  })

  line.cut = true
  await Promise.all([store.choose('payment.due', 'push', false), store.chooseInvoice('none')])
  expect(store.keeping.get().at).toBe('failed')
  expect(shown()).toMatchObject({ invoiceKind: 'special' })
  expect(shown()?.notifications['payment.due']).toContain('push')
  expect(shown()?.notifications['order.moved']).toContain('sms')
})

test('the last of many quick choices is the one that stays', async () => {
  const { client } = await signedIn('seller', '', app)
  const store = await import('../../../src/stores/accounts/preferences.ts')
  await store.load()
  await Promise.all([true, false, true, false].map((on) => store.choose('chat.absent', 'sms', on)))
  expect(store.keeping.get().at).toBe('saved')
  const { notifications } = contentOf(await client.api.accounts.preferences({}))
  expect(notifications['chat.absent']).not.toContain('sms')
  // What is fixed is not let go of in the page either.
  await store.choose('security.changed', 'sms', false)
  const now = store.preferences.get()
  expect(now.at === 'ready' && now.content.notifications['security.changed']).toContain('sms')
})

test('what a shop says by itself: only phrases of its own are kept, what was typed survives a reload', async () => {
  const page = await signedIn('seller', '', app)
  const store = await import('../../../src/stores/accounts/shop-replies.ts')
  await store.load(5)
  expect(store.form.values.get()).toMatchObject({ service0: quickPhrases.service[0], greeting: '' })
  store.form.setText('awayReply', '已下班')
  store.form.setText('service0', ' ')
  store.phraseKind.set('demand')
  expect(await store.save()).toBe(false)
  const refused = store.form.sending.get()
  expect(refused.at === 'refused' && refused.faults.map(({ field }) => field)).toEqual(['answersFrom', 'service0'])
  expect(store.phraseKind.get()).toBe('service')

  page.reload()
  const again = await import('../../../src/stores/accounts/shop-replies.ts')
  await again.load(5)
  expect(again.form.restored.get()).toBe(true)
  expect(again.form.values.get()).toMatchObject({ awayReply: '已下班', service0: ' ' })
  again.form.setText('answersFrom', '09:00')
  again.form.setText('answersUntil', '18:00')
  again.resetPhrases('service')
  again.form.setText('market2', '可否寄样？')
  expect(await again.save()).toBe(true)
  const kept = contentOf(await page.client.api.accounts.shopReplies({}))
  expect(kept).toMatchObject({ awayReply: '已下班', answersFrom: '09:00' })
  expect(kept.quickPhrases).toEqual({ market: [quickPhrases.market[0], quickPhrases.market[1], '可否寄样？'] })
  again.startOver()
  expect(again.form.values.get()).toMatchObject({ market2: '可否寄样？' })
})

test('the address book: faults without a call, one saving, the default put back when the line is cut', async () => {
  const { made, line } = await signedIn('buyer', '', app)
  await app.db.delete(userAddresses)
  const store = await import('../../../src/stores/orders/addresses.ts')
  await store.load()
  store.openNew(3)
  expect(await store.save()).toBeUndefined()
  expect(made.filter((path) => path.endsWith('/user-address/save'))).toHaveLength(0)
  for (const [name, value] of [
    ['receiver', '廖思齐'],
    ['mobile', '13880702046'],
    ['districtCode', '320505'],
    ['street', '科技城学森路 9 号'],
  ] as const) {
    store.form.setText(name, value)
  }
  expect(await Promise.all([store.save(), store.save()])).toEqual([expect.any(Number), undefined])
  store.openNew(3)
  expect(store.form.values.get()).toMatchObject({ receiver: '' })
  const book = () => {
    const now = store.addresses.get()
    return now.at === 'ready' ? now.content : []
  }
  expect(book().map(({ isDefault }) => isDefault)).toEqual([true])
  for (const name of ['receiver', 'street'] as const) store.form.setText(name, '温时雨')
  store.form.setText('mobile', '13912340617')
  store.form.setText('districtCode', '120116')
  await store.save()
  const second = book().find(({ receiver }) => receiver === '温时雨')
  if (second === undefined) throw new Error('No second address')
  line.cut = true
  expect(await store.makeDefault(second)).toMatchObject({ code: 0 })
  expect(book().find(({ isDefault }) => isDefault)?.receiver).toBe('廖思齐')
  line.cut = false
  expect(await store.makeDefault(second)).toBeNull()
  expect(book()[0]?.receiver).toBe('温时雨')
  store.askRemove(second)
  expect(await Promise.all([store.remove(), store.remove()])).toEqual([true, false])
  expect(book().map(({ receiver, isDefault }) => [receiver, isDefault])).toEqual([['廖思齐', true]])
})
