import type { Api } from '../../../src/client/api.ts'
import { onDemo } from '../postgres.ts'
import { askQuestions, listings, together } from './ask.ts'
import { ndcgAt10, type Measures } from './metrics.ts'

/**
 * `npm run bench:relevance`: asks the graded questions through the calls of the list pages, on the demo in a temporary
 * folder, and prints a table for each file. With `-- --worst` also the questions below 0.5, for people who tune.
 */

const percent = (share: number) => `${(share * 100).toFixed(1)}%`
const row = (name: string, { count, emptyRate, conceptRecall, ndcg }: Measures) =>
  `| ${name} | ${count} | ${percent(emptyRate)} | ${percent(conceptRecall)} | ${ndcg.toFixed(3)} |`

async function measureFile(api: Api, name: 'questions' | 'fresh'): Promise<void> {
  const answered = await askQuestions(api, name)
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

await onDemo(async (api) => {
  for (const name of ['questions', 'fresh'] as const) await measureFile(api, name)
})
