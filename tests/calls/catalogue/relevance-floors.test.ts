import { expect, test } from 'vitest'
import { build } from '../../../src/db/seeds/build.ts'
import { measuresOf, type Ranked } from '../../bench/relevance/metrics.ts'
import { listingsOf, readQuestions } from '../../bench/relevance/questions.ts'
import { contentOf } from '../../support/client.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)

/** Every fifth question: `npm run bench:relevance` asks all of them. */
const asked = readQuestions('questions').filter((_question, place) => place % 5 === 0)
const known = listingsOf(build(new Date()))
const demo = { service: new Set(known.service.keys()), goods: new Set(known.goods.keys()) }

async function rankedOf(page: 'service' | 'goods'): Promise<Ranked[]> {
  const ranked: Ranked[] = []
  for (const { question, best, good, ...row } of asked) {
    if (row.page !== page) continue
    const input = { keyword: question, pageSize: 10 }
    const ids =
      page === 'service'
        ? contentOf(await anyone.api.catalogue.services(input)).data.map(({ serviceId }) => serviceId)
        : contentOf(await anyone.api.catalogue.products(input)).data.map(({ productId }) => productId)
    ranked.push({ grades: { best, good }, found: ids.filter((id) => demo[page].has(id)) })
  }
  return ranked
}

test('the graded questions are answered as well as before', { timeout: 120_000 }, async () => {
  for (const page of ['service', 'goods'] as const) {
    const { count, emptyRate, conceptRecall, ndcg } = measuresOf(await rankedOf(page), known[page])
    expect(count, page).toBeGreaterThan(30)
    expect(emptyRate, page).toBeLessThanOrEqual(0.02)
    expect(conceptRecall, page).toBeGreaterThanOrEqual(0.94)
    expect(ndcg, page).toBeGreaterThanOrEqual(0.86)
  }
})
