import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { contentOf, visitor, type Client } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let api: Client['api']
beforeAll(async () => {
  api = visitor(app).api
})

/** Statements of background jobs. */
const ofJobs = /pgboss|"(outbox_messages|payments|orders|refunds)"/

/** Number of statements of a call with an empty catalogue cache. */
async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  await call()
  app.runtime.pages.invalidate(['services', 'products', 'shops'])
  const spies = [vi.spyOn(PGlite.prototype, 'query'), vi.spyOn(pg.Client.prototype, 'query')]
  await call()
  const sent = spies.flatMap((spy) => spy.mock.calls.map(([statement]) => JSON.stringify(statement)))
  for (const spy of spies) spy.mockRestore()
  return sent.filter((statement) => !ofJobs.test(statement.replaceAll('\\"', '"'))).length
}

test('a list sends as many statements for a hundred rows as for one', async () => {
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

test('a menu and a detail page send only a few statements', async () => {
  const [row] = contentOf(await api.catalogue.services({ pageSize: 1 })).data
  const [product] = contentOf(await api.catalogue.products({ pageSize: 1 })).data
  const serviceId = row?.serviceId ?? 0
  const productNo = product?.productNo ?? ''
  expect(await statementsOf(() => api.catalogue.serviceMenu({}))).toBeLessThanOrEqual(4)
  expect(await statementsOf(() => api.catalogue.productMenu({}))).toBeLessThanOrEqual(5)
  expect(await statementsOf(() => api.catalogue.service({ serviceId }))).toBeLessThanOrEqual(5)
  expect(await statementsOf(() => api.catalogue.product({ productNo }))).toBeLessThanOrEqual(5)
})
