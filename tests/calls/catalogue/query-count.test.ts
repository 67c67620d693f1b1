import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, visitor, type Client } from '../../support/client.ts'

let app: TestApp
let api: Client['api']
beforeAll(async () => {
  app = await startApp()
  api = visitor(app).api
})
afterAll(() => app.close())

/** Statements that a call sends, with nothing kept of the catalogue from calls before. */
async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  await call()
  app.runtime.pages.invalidate(['services', 'products', 'shops'])
  const spies = [vi.spyOn(PGlite.prototype, 'query'), vi.spyOn(pg.Client.prototype, 'query')]
  await call()
  const sent = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  for (const spy of spies) spy.mockRestore()
  return sent
}

test('a list asks the database as often for a hundred rows as for one', async () => {
  const lists = [
    async (pageSize: number) => contentOf(await api.catalogue.services({ pageSize })).data.length,
    async (pageSize: number) => contentOf(await api.catalogue.products({ pageSize })).data.length,
  ]
  for (const list of lists) {
    const [one, many] = [await statementsOf(() => list(1)), await statementsOf(() => list(100))]
    expect(await list(100)).toBeGreaterThan(50)
    expect(one).toBeGreaterThan(0)
    expect(many).toBe(one)
    expect(many).toBeLessThanOrEqual(4)
  }
})

test('a menu and a detail page ask a few times', async () => {
  const [row] = contentOf(await api.catalogue.services({ pageSize: 1 })).data
  const [product] = contentOf(await api.catalogue.products({ pageSize: 1 })).data
  const serviceId = row?.serviceId ?? 0
  const productNo = product?.productNo ?? ''
  expect(await statementsOf(() => api.catalogue.serviceMenu({}))).toBeLessThanOrEqual(4)
  expect(await statementsOf(() => api.catalogue.productMenu({}))).toBeLessThanOrEqual(5)
  expect(await statementsOf(() => api.catalogue.service({ serviceId }))).toBeLessThanOrEqual(5)
  expect(await statementsOf(() => api.catalogue.product({ productNo }))).toBeLessThanOrEqual(5)
})
