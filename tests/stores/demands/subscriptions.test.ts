import { describe, expect, test } from 'vitest'
import { contentOf } from '../../support/client.ts'
import { startAppForTest } from '../../support/app.ts'
import { as } from '../../support/client.ts'
import { leafOf, openDemand } from '../../calls/demands/scene.ts'
import { signedIn } from './signed-in.ts'

const tree = [
  {
    ...{ categoryId: 5, categoryName: '临床前', mark: '', figure: '' },
    childList: [{ categoryId: 7, categoryName: '毒理', mark: '', figure: '', childList: [] }],
  },
]

describe('subscriptions', () => {
  test('are made, paused, changed and taken away, each sending once', async () => {
    const page = await signedIn('seller')
    const store = await import('../../../src/stores/demands/subscriptions.ts')
    await store.load()
    const first = store.subscriptions.get()
    if (first.at !== 'ready') throw new Error(`It is ${first.at}`)
    const demo = new Set(first.content.subscriptions.map(({ subscriptionId }) => subscriptionId))
    store.open({ categories: first.content.suggested.slice(0, 1) })
    // Picked and never put among the others: it is saved all the same.
    store.form.set('district', '510000')
    store.form.setText('words', '比格犬、PK，比格犬')
    store.form.setText('budget', '一万')
    expect(await store.save()).toBe(false)
    expect(store.form.sending.get()).toMatchObject({ at: 'refused', faults: [{ field: 'budget' }] })
    store.form.setText('budget', '10,000')
    expect(await Promise.all([store.save(), store.save()])).toEqual([true, false])
    expect(page.made.filter((path) => path === '/mall/demand/subscription/save')).toHaveLength(1)
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
    // Named after what it waits for.
    expect(made.name).toContain(first.content.suggested[0]?.categoryName.slice(0, 6))
    expect(await store.turn(made, false)).toBeNull()
    expect(list()).toMatchObject([{ isOn: false, words: ['比格犬', 'PK'], budgetFrom: 1_000_000 }])
    page.line.cut = true
    expect(await store.turn(made, true)).toMatchObject({ code: 0 })
    expect(list()).toMatchObject([{ isOn: false }])
    store.edit(made)
    expect(store.form.values.get()).toMatchObject({ words: '比格犬、PK', budget: '10000' })
    store.form.setText('name', '毒理')
    expect(await store.save()).toBe(false)
    // What was typed is still there.
    expect(store.form.values.get()).toMatchObject({ name: '毒理' })
    page.line.cut = false
    expect(await store.save()).toBe(true)
    expect(list()).toMatchObject([{ name: '毒理', subscriptionId: made.subscriptionId }])
    store.askDelete(made)
    expect(await store.confirmDelete()).toBe(true)
    expect(list()).toEqual([])
  })

  test('are filled from the search in the hall', async () => {
    await signedIn('seller')
    const { namedBy, valuesOf, blank } = await import('../../../src/stores/demands/subscription-values.ts')
    const nameOf = (code: string) => (code === '510000' ? '四川省' : undefined)
    expect(valuesOf('?tab=subscription', tree, nameOf)).toBeNull()
    expect(valuesOf('?keyword=PK&category=7&district=51&budgetFrom=1000000', tree, nameOf)).toEqual({
      ...{ words: 'PK', categories: [{ categoryId: 7, categoryName: '毒理' }], budget: '10000' },
      districts: [{ districtCode: '510000', districtName: '四川省' }],
    })
    expect(valuesOf('?category=99&district=99&budgetFrom=x', tree, nameOf)).toBeNull()
    expect(namedBy(blank)).toBe('全部新需求')
    expect(namedBy({ ...blank, words: 'PK 比格犬 毒理' })).toBe('PK · 比格犬')
  })
})

test('a buyer sees who fits and invites each once; a failed sending changes nothing', async () => {
  const app = await startAppForTest()
  const first = await as(app, 'buyer')
  const demandId = await openDemand(app, first, { categoryId: (await leafOf(app)).id })
  const page = await signedIn('buyer', '', app)
  const store = await import('../../../src/stores/demands/invites.ts')
  await store.load(demandId)
  const now = store.invites.get()
  if (now.at !== 'ready') throw new Error(`It is ${now.at}`)
  const [supplier] = now.content.suppliers
  if (supplier === undefined) throw new Error('Nobody fits')
  page.line.cut = true
  expect(await store.invite(demandId, supplier)).toMatchObject({ code: 0 })
  page.line.cut = false
  expect(await Promise.all([store.invite(demandId, supplier), store.invite(demandId, supplier)])).toEqual([null, null])
  expect(page.made.filter((path) => path === '/mall/demand/invite/save')).toHaveLength(1)
  expect(store.invites.get()).toMatchObject({ content: { invited: [{ shopId: supplier.shopId, offered: false }] } })
  expect(contentOf(await first.api.demands.demandInvites({ demandId }))).toHaveLength(1)

  await signedIn('seller', '?tab=match', app)
  const matches = await import('../../../src/stores/demands/matches.ts')
  matches.start()
  await matches.load()
  expect(matches.matches.get()).toMatchObject({ at: 'ready' })
})
