import { expect, test } from 'vitest'
import { userAddresses } from '../../../src/db/tables/orders.ts'
import { quickPhrases } from '../../../src/domain/chat/phrases.ts'
import { contentOf } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

test('a choice is shown at once and saved; a refused one is reverted, the others stay', async () => {
  const { client, network } = await signedIn('buyer', '', app)
  const store = await import('../../../src/stores/accounts/profile/preferences.ts')
  const shown = () => {
    const now = store.preferences.get()
    return now.at === 'ready' ? now.content : undefined
  }
  await store.loadPreferences()
  const saving = store.setChannel('order.moved', 'sms', true)
  expect(shown()?.notifications['order.moved']).toEqual(['site', 'push', 'device', 'mail', 'sms'])
  expect(store.preferencesSave.get().at).toBe('saving')
  await saving
  expect(store.preferencesSave.get().at).toBe('saved')
  await store.setInvoiceKind('special')
  const held = async () => contentOf(await client.api.accounts.preferences({}))
  expect(await held()).toMatchObject({
    invoiceKind: 'special',
    notifications: { 'order.moved': expect.arrayContaining(['sms']) },
  })

  network.cut = true
  await Promise.all([store.setChannel('payment.due', 'push', false), store.setInvoiceKind('none')])
  expect(store.preferencesSave.get().at).toBe('failed')
  expect(shown()).toMatchObject({ invoiceKind: 'special' })
  expect(shown()?.notifications['payment.due']).toContain('push')
  expect(shown()?.notifications['order.moved']).toContain('sms')
})

test('the last of many quick choices wins', async () => {
  const { client } = await signedIn('seller', '', app)
  const store = await import('../../../src/stores/accounts/profile/preferences.ts')
  await store.loadPreferences()
  await Promise.all([true, false, true, false].map((on) => store.setChannel('chat.absent', 'sms', on)))
  expect(store.preferencesSave.get().at).toBe('saved')
  const { notifications } = contentOf(await client.api.accounts.preferences({}))
  expect(notifications['chat.absent']).not.toContain('sms')
  // Mandatory channels cannot be disabled on the page either.
  await store.setChannel('security.changed', 'sms', false)
  const now = store.preferences.get()
  expect(now.at === 'ready' && now.content.notifications['security.changed']).toContain('sms')
})

test('shop replies: only own phrases are saved, and the input survives a reload', async () => {
  const page = await signedIn('seller', '', app)
  const store = await import('../../../src/stores/accounts/profile/shop-replies.ts')
  await store.loadShopReplies(5)
  expect(store.shopRepliesForm.values.get()).toMatchObject({ service0: quickPhrases.service[0], greeting: '' })
  store.shopRepliesForm.setText('awayReply', '已下班')
  store.shopRepliesForm.setText('service0', ' ')
  store.phraseKind.set('demand')
  expect(await store.saveShopReplies()).toBe(false)
  const refused = store.shopRepliesForm.submitState.get()
  expect(refused.at === 'refused' && refused.fieldErrors.map(({ field }) => field)).toEqual(['answersFrom', 'service0'])
  expect(store.phraseKind.get()).toBe('service')

  page.reload()
  const again = await import('../../../src/stores/accounts/profile/shop-replies.ts')
  await again.loadShopReplies(5)
  expect(again.shopRepliesForm.restored.get()).toBe(true)
  expect(again.shopRepliesForm.values.get()).toMatchObject({ awayReply: '已下班', service0: ' ' })
  again.shopRepliesForm.setText('answersFrom', '09:00')
  again.shopRepliesForm.setText('answersUntil', '18:00')
  again.resetPhrases('service')
  again.shopRepliesForm.setText('market2', '可否寄样？')
  expect(await again.saveShopReplies()).toBe(true)
  const kept = contentOf(await page.client.api.accounts.shopReplies({}))
  expect(kept).toMatchObject({ awayReply: '已下班', answersFrom: '09:00' })
  expect(kept.quickPhrases).toEqual({ market: [quickPhrases.market[0], quickPhrases.market[1], '可否寄样？'] })
  again.resetShopReplies()
  expect(again.shopRepliesForm.values.get()).toMatchObject({ market2: '可否寄样？' })
})

test('address book: errors without a call, one save, the default reverted on network failure', async () => {
  const { calls, network } = await signedIn('buyer', '', app)
  await app.db.delete(userAddresses)
  const store = await import('../../../src/stores/orders/addresses.ts')
  await store.loadAddresses()
  store.openNewAddress(3)
  expect(await store.saveAddress()).toBeUndefined()
  expect(calls.filter((path) => path.endsWith('/user-address/save'))).toHaveLength(0)
  for (const [name, value] of [
    ['receiver', '廖思齐'],
    ['mobile', '13880702046'],
    ['districtCode', '320505'],
    ['street', '科技城学森路 9 号'],
  ] as const) {
    store.addressForm.setText(name, value)
  }
  expect(await Promise.all([store.saveAddress(), store.saveAddress()])).toEqual([expect.any(Number), undefined])
  store.openNewAddress(3)
  expect(store.addressForm.values.get()).toMatchObject({ receiver: '' })
  const book = () => {
    const now = store.addresses.get()
    return now.at === 'ready' ? now.content : []
  }
  expect(book().map(({ isDefault }) => isDefault)).toEqual([true])
  for (const name of ['receiver', 'street'] as const) store.addressForm.setText(name, '温时雨')
  store.addressForm.setText('mobile', '13912340617')
  store.addressForm.setText('districtCode', '120116')
  await store.saveAddress()
  const second = book().find(({ receiver }) => receiver === '温时雨')
  if (second === undefined) throw new Error('No second address')
  network.cut = true
  expect(await store.setDefaultAddress(second)).toMatchObject({ code: 0 })
  expect(book().find(({ isDefault }) => isDefault)?.receiver).toBe('廖思齐')
  network.cut = false
  expect(await store.setDefaultAddress(second)).toBeNull()
  expect(book()[0]?.receiver).toBe('温时雨')
  store.openAddressRemoval(second)
  expect(await Promise.all([store.deleteAddress(), store.deleteAddress()])).toEqual([true, false])
  expect(book().map(({ receiver, isDefault }) => [receiver, isDefault])).toEqual([['廖思齐', true]])
})
