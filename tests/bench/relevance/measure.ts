import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Api } from '../../../src/client/api.ts'
import { readConfig } from '../../../src/config.ts'
import { build } from '../../../src/db/seeds/build.ts'
import { startRuntime } from '../../../src/server/start.ts'
import { apiOf } from '../postgres.ts'
import { testDataKeys } from '../../support/data-keys.ts'
import { measuresOf, ndcgAt10, type Measures, type Ranked } from './metrics.ts'
import { listingsOf, readQuestions, type Question } from './questions.ts'

/**
 * `npm run bench:relevance`: asks the graded questions through the calls of the list pages, on the demo in a temporary
 * folder, and prints a table for each file. With `-- --worst` also the questions below 0.5, for people who tune.
 */

const listings = listingsOf(build(new Date()))

async function askQuestion(api: Api, { page, question, best, good }: Question): Promise<Ranked> {
  const input = { keyword: question, current: 1, pageSize: 10 }
  if (page === 'service') {
    const answer = await api.catalogue.services(input)
    if (!answer.ok) throw new Error(`${question}: ${answer.failure.message}`)
    return { grades: { best, good }, found: answer.content.data.map(({ serviceId }) => serviceId) }
  }
  const answer = await api.catalogue.products(input)
  if (!answer.ok) throw new Error(`${question}: ${answer.failure.message}`)
  return { grades: { best, good }, found: answer.content.data.map(({ productId }) => productId) }
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`
const row = (name: string, { count, emptyRate, conceptRecall, ndcg }: Measures) =>
  `| ${name} | ${count} | ${percent(emptyRate)} | ${percent(conceptRecall)} | ${ndcg.toFixed(3)} |`

/** Measures of both pages together: each with its own listings, weighted by questions. */
function together(answered: readonly Answered[]): Measures {
  const all = Object.entries(listings).map(([page, known]) =>
    measuresOf(
      answered.filter(({ asked }) => asked.page === page).map(({ ranked }) => ranked),
      known,
    ),
  )
  const count = answered.length
  const mean = (name: 'emptyRate' | 'conceptRecall' | 'ndcg') =>
    all.reduce((sum, each) => sum + each[name] * each.count, 0) / count
  return { count, emptyRate: mean('emptyRate'), conceptRecall: mean('conceptRecall'), ndcg: mean('ndcg') }
}

interface Answered {
  readonly asked: Question
  readonly ranked: Ranked
}

async function measureFile(api: Api, name: 'questions' | 'fresh'): Promise<void> {
  const answered: Answered[] = []
  for (const asked of readQuestions(name)) answered.push({ asked, ranked: await askQuestion(api, asked) })
  const kinds = [...Map.groupBy(answered, ({ asked }) => asked.kind)]
  const lines = [
    `${name}.csv`,
    '| kind | questions | empty | concept recall | nDCG@10 |',
    '| --- | --- | --- | --- | --- |',
    ...kinds.map(([kind, each]) => row(kind, together(each))),
    row('all', together(answered)),
  ]
  process.stdout.write(`${lines.join('\n')}\n\n`)
  if (!process.argv.includes('--worst')) return
  for (const { asked, ranked } of answered) {
    const reached = ndcgAt10(ranked, listings[asked.page])
    if (reached < 0.5)
      process.stdout.write(
        `${reached.toFixed(2)} ${asked.page} ${asked.kind} ${asked.question}: ${ranked.found.length} found\n`,
      )
  }
}

const folder = mkdtempSync(join(tmpdir(), 'portal-relevance-'))
const config = readConfig({ DEMO: '1', LOG_LEVEL: 'silent', DATA_DIR: folder, DATA_KEYS: testDataKeys })
const runtime = await startRuntime(config)
try {
  const api = apiOf(runtime)
  for (const name of ['questions', 'fresh'] as const) await measureFile(api, name)
} finally {
  await runtime.close()
  rmSync(folder, { recursive: true, force: true })
}
