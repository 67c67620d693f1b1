import { expect, test } from 'vitest'
import { startAppForTest } from '../../support/app.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

const load = async (kind: 'service' | 'product' = 'service') => {
  const lists = await import('../../../src/stores/catalogue/seller-listings.ts')
  const list = kind === 'service' ? lists.sellerServices : lists.sellerProducts
  list.start()
  await list.load()
  return list
}
type List = Awaited<ReturnType<typeof load>>
const rows = (list: List) => {
  const now = list.state.get()
  if (now.at !== 'ready') throw new Error(`The list is ${now.at}`)
  return now.content.data
}

test('tabs and counts agree, and the URL holds the tab', async () => {
  await signedIn('seller', '?status=published')
  const list = await load()
  expect(list.query.get()?.status).toBe('published')
  expect(rows(list).every(({ status }) => status === 'published')).toBe(true)
  expect(list.counts.get()?.published).toBe(rows(list).length)
})

test('selected rows are moved where their state permits it; counts follow', async () => {
  const app = await startAppForTest()
  await signedIn('seller', '', app)
  const list = await load()
  const before = list.counts.get()
  const some = rows(list).filter(({ status }) => status === 'published' || status === 'draft')
  list.select(new Set(some.map(({ id }) => id)))
  const out = list.selectedFor('unlist')
  expect(out.every(({ status }) => status === 'published')).toBe(true)
  expect(list.selectedFor('withdraw')).toEqual([])
  const two = out.slice(0, 2)
  list.requestConfirmation('unlist', two)
  const answers = await Promise.all([list.runConfirmed(), list.runConfirmed()])
  expect(answers.filter((done) => done)).toHaveLength(1)
  expect(list.confirmation.get()).toBeNull()
  expect(list.counts.get()).toMatchObject({
    published: (before?.published ?? 0) - 2,
    unlisted: (before?.unlisted ?? 0) + 2,
  })
})

test('failed rows are reported with their reason, the others are changed', async () => {
  const app = await startAppForTest()
  const page = await signedIn('seller', '', app)
  const list = await load()
  const [first, second] = rows(list).filter(({ status }) => status === 'published')
  if (first === undefined || second === undefined) throw new Error('Too few services')
  list.requestConfirmation('unlist', [first, second])
  const { api } = await signInAs(app, 'seller')
  contentOf(await api.catalogue.serviceChangeStatus({ serviceIds: [first.id], event: 'unlist' }))
  expect(await list.runConfirmed()).toBe(false)
  expect(list.confirmation.get()).toMatchObject({ at: 'told', outcomes: { done: 1, failed: [{ id: first.id }] } })
  list.cancelConfirmation()
  page.network.cut = true
  list.requestConfirmation('relist', [first])
  expect(await list.runConfirmed()).toBe(false)
  expect(list.confirmation.get()).toMatchObject({ at: 'asking', failure: { code: 0 } })
})

test('without goods_manage, or without a shop, the list shows why', async () => {
  await signedIn('buyer')
  const list = await load('product')
  expect(list.state.get()).toMatchObject({ at: 'failed', failure: { code: 1011 } })
})
