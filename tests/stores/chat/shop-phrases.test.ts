import { expect, test } from 'vitest'
import { quickPhrases } from '../../../src/domain/chat/phrases.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

test('offers phrases of the addressed shop for services, of the asking shop for demands', async () => {
  const { app, calls, network } = await signedIn('buyer')
  const seller = await signInAs(app, 'seller')
  const orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
  const [service, demand] = [
    ['可否加急？', '可否看样例？', '可否分期？'],
    ['供试品何时到？', '何时定标？', '可否保密？'],
  ]
  const hours = { answersFrom: '', answersUntil: '' }
  const replies = { greeting: '您好', awayReply: '', ...hours, quickPhrases: { service, demand } }
  contentOf(await seller.api.accounts.shopRepliesSave(replies))
  const store = await import('../../../src/stores/chat/shop-chat-texts.ts')
  const phrases = (kind: 'service' | 'market' | 'demand', sides: { orgId: number | null; sendOrgId: number | null }) =>
    store.phrasesFor(kind, sides, store.shopChatTexts.get())
  const asked = { orgId, sendOrgId: null }
  network.cut = true
  await store.loadShopChatTexts(asked)
  expect(phrases('service', asked)).toEqual(quickPhrases.service)
  network.cut = false
  await Promise.all([store.loadShopChatTexts(asked), store.loadShopChatTexts(asked)])
  await store.loadShopChatTexts(asked)
  expect(calls.filter((path) => path === '/message/mqtt/shop-words')).toHaveLength(1)
  expect(phrases('service', asked)).toEqual(service)
  expect(phrases('market', asked)).toEqual(quickPhrases.market)
  expect(phrases('demand', asked)).toEqual(quickPhrases.demand)
  expect(phrases('demand', { orgId: null, sendOrgId: orgId })).toEqual(demand)
  expect(phrases('service', { orgId: null, sendOrgId: orgId })).toEqual(quickPhrases.service)
  store.invalidateShopChatTexts()
  await store.loadShopChatTexts(asked)
  expect(calls.filter((path) => path === '/message/mqtt/shop-words')).toHaveLength(2)
})
