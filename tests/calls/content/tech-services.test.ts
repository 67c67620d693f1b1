import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { contentOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

const featured = async (size?: number) =>
  contentOf(await visitor(app).api.content.techServicesOperation(size === undefined ? {} : { size })).data

test('shows services of certified suppliers, one per shop with a reason, those with sales first', async () => {
  const rows = await featured(24)
  expect(rows.length).toBeGreaterThan(3)
  expect(new Set(rows.map(({ shopId }) => shopId)).size).toBe(rows.length)
  expect(rows.every(({ certified, reason }) => certified && reason !== '')).toBe(true)
  const sold = rows.map(({ reason }) => Number(/近一年完成 (\d+) 单/.exec(reason)?.[1] ?? 0))
  expect(sold.toSorted((a, b) => b - a)).toEqual(sold)
  expect(await featured()).toHaveLength(Math.min(8, rows.length))
})

test('omits unlisted services and those of uncertified suppliers', async () => {
  const [first, second] = await featured()
  await app.db
    .update(services)
    .set({ status: 'unlisted' })
    .where(eq(services.id, first?.serviceId ?? 0))
  await app.db
    .update(companies)
    .set({ certification: 'expired' })
    .where(eq(companies.id, second?.orgId ?? 0))
  app.runtime.pages.invalidate(['services'])
  const now = await featured(24)
  expect(now.map(({ serviceId }) => serviceId)).not.toContain(first?.serviceId)
  expect(now.map(({ orgId }) => orgId)).not.toContain(second?.orgId)
})

test('rejects a size beyond the maximum', async () => {
  expect(fieldsWithErrors(await visitor(app).api.content.techServicesOperation({ size: 25 }))).toEqual(['size'])
})
