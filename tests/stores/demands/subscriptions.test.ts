import { describe, expect, test } from 'vitest'
import { contentOf, signInAs } from '../../support/client.ts'
import { startAppForTest } from '../../support/app.ts'
import { leafOf, openDemand } from '../../support/scenes/demands/demand.ts'
import { signedIn } from './signed-in.ts'

const tree = [
  {
    categoryId: 5,
    categoryName: '临床前',
    mark: '',
    figure: '',
    childList: [{ categoryId: 7, categoryName: '毒理', mark: '', figure: '', childList: [] }],
  },
]

describe('subscriptions', () => {
  test('are created, paused, changed and deleted, each request once', async () => {
    const page = await signedIn('seller')
    const store = await import('../../../src/stores/demands/matching/subscriptions.ts')
    await store.loadSubscriptions()
    const first = store.subscriptions.get()
    if (first.at !== 'ready') throw new Error(`It is ${first.at}`)
    const demo = new Set(first.content.subscriptions.map(({ subscriptionId }) => subscriptionId))
    store.openSubscriptionForm({ categories: first.content.suggested.slice(0, 1) })
    // Selected but not added to the list: saved anyway.
    store.subscriptionForm.set('district', '510000')
    store.subscriptionForm.setText('words', '比格犬、PK，比格犬')
    store.subscriptionForm.setText('budget', '一万')
    expect(await store.saveSubscription()).toBe(false)
    expect(store.subscriptionForm.submitState.get()).toMatchObject({
      at: 'refused',
      fieldErrors: [{ field: 'budget' }],
    })
    store.subscriptionForm.setText('budget', '10,000')
    expect(await Promise.all([store.saveSubscription(), store.saveSubscription()])).toEqual([true, false])
    expect(page.calls.filter((path) => path === '/mall/demand/subscription/save')).toHaveLength(1)
    const list = () => {
      const now = store.subscriptions.get()
      const all = now.at === 'ready' ? now.content.subscriptions : []
      return all.filter(({ subscriptionId }) => !demo.has(subscriptionId))
    }
    const [made] = list()
    if (made === undefined) throw new Error('It was not made')
    expect(made).toMatchObject({
      words: ['比格犬', 'PK'],
      budgetFrom: 1_000_000,
      isOn: true,
      districts: [{ districtCode: '510000' }],
    })
    // Named after its filters.
    expect(made.name).toContain(first.content.suggested[0]?.categoryName.slice(0, 6))
    expect(await store.toggleSubscription(made, false)).toBeNull()
    expect(list()).toMatchObject([{ isOn: false, words: ['比格犬', 'PK'], budgetFrom: 1_000_000 }])
    page.network.cut = true
    expect(await store.toggleSubscription(made, true)).toMatchObject({ code: 0 })
    expect(list()).toMatchObject([{ isOn: false }])
    store.editSubscription(made)
    expect(store.subscriptionForm.values.get()).toMatchObject({ words: '比格犬、PK', budget: '10000' })
    store.subscriptionForm.setText('name', '毒理')
    expect(await store.saveSubscription()).toBe(false)
    // The input is kept.
    expect(store.subscriptionForm.values.get()).toMatchObject({ name: '毒理' })
    page.network.cut = false
    expect(await store.saveSubscription()).toBe(true)
    expect(list()).toMatchObject([{ name: '毒理', subscriptionId: made.subscriptionId }])
    store.requestSubscriptionDeletion(made)
    expect(await store.deleteSubscription()).toBe(true)
    expect(list()).toEqual([])
  })

  test('are prefilled from the hall query', async () => {
    await signedIn('seller')
    const { defaultSubscriptionName, subscriptionValuesFromSearch, emptySubscription } =
      await import('../../../src/stores/demands/matching/subscription-values.ts')
    const nameOf = (code: string) => (code === '510000' ? '四川省' : undefined)
    expect(subscriptionValuesFromSearch('?tab=subscription', tree, nameOf)).toBeNull()
    expect(subscriptionValuesFromSearch('?keyword=PK&category=7&district=51&budgetFrom=1000000', tree, nameOf)).toEqual(
      {
        words: 'PK',
        categories: [{ categoryId: 7, categoryName: '毒理' }],
        budget: '10000',
        districts: [{ districtCode: '510000', districtName: '四川省' }],
      },
    )
    expect(subscriptionValuesFromSearch('?category=99&district=99&budgetFrom=x', tree, nameOf)).toBeNull()
    expect(defaultSubscriptionName(emptySubscription)).toBe('全部新需求')
    expect(defaultSubscriptionName({ ...emptySubscription, words: 'PK 比格犬 毒理' })).toBe('PK · 比格犬')
  })
})

test('a buyer invites each matching supplier once; a failed request changes nothing', async () => {
  const app = await startAppForTest()
  const first = await signInAs(app, 'buyer')
  const demandId = await openDemand(app, first, { categoryId: (await leafOf(app)).id })
  const page = await signedIn('buyer', '', app)
  const store = await import('../../../src/stores/demands/matching/invites.ts')
  await store.loadInvites(demandId)
  const now = store.invites.get()
  if (now.at !== 'ready') throw new Error(`It is ${now.at}`)
  const [supplier] = now.content.suppliers
  if (supplier === undefined) throw new Error('Nobody fits')
  page.network.cut = true
  expect(await store.inviteSupplier(demandId, supplier)).toMatchObject({ code: 0 })
  page.network.cut = false
  expect(
    await Promise.all([store.inviteSupplier(demandId, supplier), store.inviteSupplier(demandId, supplier)]),
  ).toEqual([null, null])
  expect(page.calls.filter((path) => path === '/mall/demand/invite/save')).toHaveLength(1)
  expect(store.invites.get()).toMatchObject({ content: { invited: [{ shopId: supplier.shopId, offered: false }] } })
  expect(contentOf(await first.api.demands.demandInvites({ demandId }))).toHaveLength(1)

  await signedIn('seller', '?tab=match', app)
  const matches = await import('../../../src/stores/demands/matching/subscriptions.ts')
  matches.startMatches()
  await matches.loadMatches()
  expect(matches.matches.get()).toMatchObject({ at: 'ready' })
})
