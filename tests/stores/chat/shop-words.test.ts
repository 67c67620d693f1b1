import { expect, test } from 'vitest'
import { quickPhrases } from '../../../src/domain/chat/words.ts'
import { as, contentOf } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

test('phrases about a service are those of the shop that is asked, about a demand those of the shop that asks', async () => {
  const { app, made, line } = await signedIn('buyer')
  const seller = await as(app, 'seller')
  const orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
  const [service, demand] = [
    ['可否加急？', '可否看样例？', '可否分期？'],
    ['供试品何时到？', '何时定标？', '可否保密？'],
  ]
  const hours = { answersFrom: '', answersUntil: '' }
  const replies = { greeting: '您好', awayReply: '', ...hours, quickPhrases: { service, demand } }
  contentOf(await seller.api.accounts.shopRepliesSave(replies))
  const store = await import('../../../src/stores/chat/shop-words.ts')
  const phrases = (kind: 'service' | 'market' | 'demand', sides: { orgId: number | null; sendOrgId: number | null }) =>
    store.phrasesFor(kind, sides, store.shopWords.get())
  const asked = { orgId, sendOrgId: null }
  line.cut = true
  await store.loadShopWords(asked)
  expect(phrases('service', asked)).toEqual(quickPhrases.service)
  line.cut = false
  await Promise.all([store.loadShopWords(asked), store.loadShopWords(asked)])
  await store.loadShopWords(asked)
  expect(made.filter((path) => path === '/message/mqtt/shop-words')).toHaveLength(1)
  expect(phrases('service', asked)).toEqual(service)
  expect(phrases('market', asked)).toEqual(quickPhrases.market)
  expect(phrases('demand', asked)).toEqual(quickPhrases.demand)
  expect(phrases('demand', { orgId: null, sendOrgId: orgId })).toEqual(demand)
  expect(phrases('service', { orgId: null, sendOrgId: orgId })).toEqual(quickPhrases.service)
  store.forgetShopWords()
  await store.loadShopWords(asked)
  expect(made.filter((path) => path === '/message/mqtt/shop-words')).toHaveLength(2)
})
