import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { links } from '../../../src/domain/links.ts'
import { startAppForTest } from '../../support/app.ts'

const site = 'https://portal.example.cn'
const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? '')

test('files are split by ids, 50,000 a file, whatever is missing in between', async () => {
  const app = await startAppForTest({ SITE_URL: site })
  // Copies far apart: the last of the first file, the first and the last of the third.
  const far = [49_999, 50_000, 100_001, 150_000]
  const [one] = await app.db.select().from(services).where(eq(services.status, 'published')).limit(1)
  if (one === undefined) throw new Error('The demo has no service on sale')
  await app.db.insert(services).values(far.map((id) => ({ ...one, id, serviceNo: `FAR${id}` })))
  const get = async (name: string) => (await app.fetch(new Request(`${site}/sitemap-${name}.xml`))).text()
  const files = locs(await get('index')).filter((url) => url.includes('services'))
  expect(files).toEqual([`${site}/sitemap-services-1.xml`, `${site}/sitemap-services-3.xml`])
  const addresses = (ids: readonly number[]) => ids.map((id) => site + links.serviceDetail(id))
  expect(locs(await get('services-3'))).toEqual(addresses([100_001, 150_000]))
  expect(locs(await get('services-1')).slice(-2)).toEqual(addresses([49_999, 50_000]))
})
