import type { Api } from '../../../src/client/api.ts'
import { build } from '../../../src/db/seeds/build.ts'
import { measuresOf, type Measures, type Ranked } from './metrics.ts'
import { listingsOf, readQuestions, type Question } from './questions.ts'

/** The graded questions, asked through the calls of the list pages. */

/** Listings of the demo, by page. */
export const listings = listingsOf(build(new Date()))

/** A question with its results and the time of the call in milliseconds. */
export interface Answered {
  readonly asked: Question
  readonly ranked: Ranked
  readonly time: number
}

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

/** Asks every question of a file once, one after the other. */
export async function askQuestions(api: Api, name: 'questions' | 'fresh'): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const asked of readQuestions(name)) {
    const begun = performance.now()
    const ranked = await askQuestion(api, asked)
    answered.push({ asked, ranked, time: performance.now() - begun })
  }
  return answered
}

/** Measures of both pages together: each with its own listings, weighted by questions. */
export function together(answered: readonly Answered[]): Measures {
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
