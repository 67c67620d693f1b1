import { expect, test } from 'vitest'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, signInAs } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

const goods = async () => {
  const { sellerProducts: list } = await import('../../../src/stores/catalogue/seller-listings.ts')
  const { emptyPriceChange } = await import('../../../src/stores/catalogue/price-change.ts')
  list.start()
  list.updateQuery({ status: 'published' })
  await list.load()
  const state = list.state.get()
  if (state.at !== 'ready') throw new Error('No goods')
  const ids = state.content.data.slice(0, 2).map(({ id }) => id)
  return { list, form: list.priceChange, ids, emptyPriceChange }
}

test('typed percents and amounts', async () => {
  const { parsePriceChange, emptyPriceChange } = await import('../../../src/stores/catalogue/price-change.ts')
  const parsed = (change: Partial<typeof emptyPriceChange>) => parsePriceChange({ ...emptyPriceChange, ...change })
  expect(parsed({ value: '５.5%' })).toMatchObject({ change: { mode: 'percent', value: 550 } })
  expect(parsed({ value: '100', direction: 'down' })).toHaveProperty('fault')
  expect(parsed({ value: '120', direction: 'down', mode: 'amount' })).toMatchObject({ change: { value: -12_000 } })
  for (const value of ['', '0', 'abc', '-5', '1.234']) expect(parsed({ value }), value).toHaveProperty('fault')
  expect(parsed({ value: '1000000000', mode: 'amount' })).toHaveProperty('change')
  expect(parsed({ value: '1000000000.01', mode: 'amount' })).toHaveProperty('fault')
})

test('pasted lines of a sheet, with heads, blanks and full-width digits', async () => {
  const { parseAdjustment, pastedAdjustment } = await import('../../../src/stores/catalogue/stock-adjustment.ts')
  const parsed = (pasted: string) => parseAdjustment({ ...pastedAdjustment, pasted })
  expect(parsed('编码\t库存\nAB 1\t２０\n\nC-2,0\r\n')).toEqual({
    change: {
      by: 'table',
      rows: [
        { code: 'AB 1', stock: 20 },
        { code: 'C-2', stock: 0 },
      ],
    },
  })
  expect(parsed('')).toHaveProperty('fault')
  expect(parsed('A-1\t5\nA-2\tviele')).toEqual({ fault: expect.stringContaining('第 2 行') })
  expect(parsed('A-1\t5\nA-2')).toEqual({ fault: expect.stringContaining('第 2 行') })
  // A mistyped first line is not taken for heads.
  expect(parsed('A-1\t2O\nA-2\t5')).toEqual({ fault: expect.stringContaining('第 1 行') })
})

test('a price change is previewed, sent once, and closes; what is typed drops the preview', async () => {
  const { calls } = await signedIn('seller')
  const { form, ids, emptyPriceChange } = await goods()
  form.open(emptyPriceChange, ids)
  await form.showPreview()
  expect(form.state.get()).toMatchObject({ at: 'open', fault: expect.stringContaining('请填写百分比'), preview: null })
  form.type({ value: '10' })
  await form.showPreview()
  expect(form.state.get()).toMatchObject({ preview: { rows: [{ listingId: ids[0] }, { listingId: ids[1] }] } })
  form.type({ value: '20' })
  expect(form.state.get()).toMatchObject({ preview: null })
  expect(await form.submit()).toBeNull()
  await form.showPreview()
  const results = await Promise.all([form.submit(), form.submit()])
  expect(results.filter((result) => result !== null)).toHaveLength(1)
  expect(form.state.get()).toEqual({ at: 'closed' })
  expect(calls.filter((path) => path === '/fmall/product/price/change')).toHaveLength(1)
})

test('what is typed while a preview is loaded is kept, and that preview is dropped', async () => {
  await signedIn('seller')
  const { form, ids, emptyPriceChange } = await goods()
  form.open({ ...emptyPriceChange, value: '10' }, ids)
  const asked = form.showPreview()
  form.type({ value: '15' })
  await asked
  expect(form.state.get()).toMatchObject({ typed: { value: '15' }, busy: null, preview: null })
})

test('what was changed meanwhile is named, and needs a new preview; a network failure keeps the preview for a retry', async () => {
  const app = await startAppForTest()
  const { network } = await signedIn('seller', '', app)
  const { form, ids, emptyPriceChange } = await goods()
  form.open({ ...emptyPriceChange, value: '10' }, ids)
  await form.showPreview()
  network.cut = true
  expect(await form.submit()).toBeNull()
  expect(form.state.get()).toMatchObject({ failure: { code: 0 }, preview: { rows: [{}, {}] } })
  network.cut = false
  const { api } = await signInAs(app, 'seller')
  const [productId = 0] = ids
  const opened = contentOf(await api.catalogue.sellerProduct({ productId }))
  contentOf(await api.catalogue.productUpdate({ ...opened.form, productId, version: opened.version, submit: true }))
  expect(await form.submit()).toBeNull()
  const { refusedListings } = await import('../../../src/stores/catalogue/price-change.ts')
  const state = form.state.get()
  expect(state).toMatchObject({ failure: { code: 1590 }, preview: null })
  const named = state.at === 'open' && state.failure !== null ? refusedListings(state.failure) : []
  expect(named).toEqual([expect.stringContaining('预览之后被修改')])
})
