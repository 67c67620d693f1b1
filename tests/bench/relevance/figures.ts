import { seedBulk } from '../../../src/db/seeds/bulk.ts'
import { titleTsvector } from '../../../src/server/search/document-tokens.ts'
import { goalText } from '../goals.ts'
import { apiOf, isServerAvailable, onDemo, startRuntimeOn, withDatabase } from '../postgres.ts'
import type { Line } from '../table.ts'
import { askQuestions, together } from './ask.ts'

/** Relevance of the search on the demo, and the time of its questions among many listings. */

const sets = [
  { name: 'fresh', what: 'fresh questions, never tuned with' },
  { name: 'questions', what: 'questions that the search is tuned with' },
] as const
const manyListings = 10_000
const percent = (share: number) => Math.round(share * 1_000) / 10

export const relevanceFigures = async (): Promise<Line[]> => [...(await answers()), ...(await times())]

const answers = () =>
  onDemo(async (api) => {
    const lines: Line[] = []
    for (const { name, what } of sets) {
      const { count, emptyRate, conceptRecall, ndcg } = together(await askQuestions(api, name))
      lines.push({
        what: `search: ${count} graded ${what} (embedded)`,
        figure: `${percent(emptyRate)} % without answer, concept recall ${percent(conceptRecall)} %, nDCG@10 ${ndcg.toFixed(3)} (${goalText(
          [
            { measured: percent(emptyRate), goal: 3, unit: ' %', isBound: true },
            { measured: percent(conceptRecall), goal: 92, unit: ' %' },
            { measured: ndcg, goal: 0.87, unit: '' },
          ],
        )})`,
      })
    }
    return lines
  })

/** Every question once, so that none is answered from what is kept of an earlier one. */
async function times(): Promise<Line[]> {
  if (!(await isServerAvailable())) return [{ what: 'time of searches', figure: 'no PostgreSQL answers' }]
  return withDatabase(async (url) => {
    const runtime = await startRuntimeOn(url)
    try {
      await seedBulk(runtime.db, {
        now: new Date(),
        listings: manyListings,
        words: titleTsvector,
        onProgress: () => {},
      })
      const api = apiOf(runtime)
      // Statements are prepared and words are loaded by the fresh ones; the others are measured.
      await askQuestions(api, 'fresh')
      const sorted = (await askQuestions(api, 'questions'))
        .map(({ time }) => time)
        .toSorted((one, other) => one - other)
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
      const p99 = Math.round(at(0.99))
      return [
        {
          what: `search: ${sorted.length} graded questions, each once, among ${manyListings.toLocaleString('en')} listings (PostgreSQL)`,
          figure: `p50 ${at(0.5).toFixed(1)} ms, p99 ${p99} ms (${goalText([{ measured: p99, goal: 60, unit: ' ms', isBound: true }])})`,
        },
      ]
    } finally {
      await runtime.close()
    }
  })
}
