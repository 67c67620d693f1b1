import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { desc, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { installation } from '../../../config.ts'
import type { KnowledgePreviewRow } from '../../../contract/catalogue/search-operation.ts'
import type { Db } from '../../../db/open.ts'
import { searchDays } from '../../../db/tables/search.ts'
import type { KnowledgeChange } from '../../../domain/search/knowledge.ts'
import type { Context } from '../../handler.ts'
import { indexListingsWith } from '../../search/index-knowledge.ts'
import { knowledgeRowKey, withKnowledge } from '../../search/knowledge.ts'
import { readKnowledgeChanges } from '../../search/load-knowledge.ts'
import { topListings } from '../listings/list.ts'

type Question = Pick<KnowledgePreviewRow, 'kind' | 'question'>
type Found = KnowledgePreviewRow['before']

/** Most recent frequent questions, names of the change, and listings of each kind that are written anew for trial. */
const [maxFrequent, maxNames, maxListings] = [10, 4, 200]
const topSize = 5

const checkRow = z.object({ kind: z.enum(['service', 'goods']), question: z.string().min(1) })
let checks: readonly Question[] | undefined
/** The fixed questions of src/db/knowledge/checks.csv. */
const checkQuestions = (): readonly Question[] =>
  (checks ??= z
    .array(checkRow)
    .parse(
      parse(readFileSync(join(installation, 'src/db/knowledge/checks.csv'), 'utf8'), { columns: true, bom: true }),
    ))

/** The questions that a change is tried on: its own names, frequent ones, and the fixed ones. */
async function trialQuestions(db: Db, { term, others }: KnowledgeChange): Promise<Question[]> {
  const frequent = await db
    .select({ kind: searchDays.kind, question: sql<string>`min(${searchDays.term})` })
    .from(searchDays)
    .where(inArray(searchDays.kind, ['service', 'goods']))
    .groupBy(searchDays.kind, searchDays.key)
    .orderBy(desc(sql`sum(${searchDays.searches})`), searchDays.key)
    .limit(maxFrequent)
  const names = [term, ...others].slice(0, maxNames)
  const own = names.flatMap((question): Question[] => [
    { kind: 'service', question },
    { kind: 'goods', question },
  ])
  const asked = frequent.map(({ kind, question }): Question => ({
    kind: kind === 'goods' ? 'goods' : 'service',
    question,
  }))
  return [
    ...new Map([...own, ...asked, ...checkQuestions()].map((each) => [`${each.kind} ${each.question}`, each])).values(),
  ]
}

/** Cached reads belong to the transaction of the trial: nothing of it is shown to anybody, and nothing old is found. */
const trialPages: Context['pages'] = { moment: () => 1, changedAt: () => 0, invalidate: () => {} }

async function answersTo(questions: readonly Question[], context: Pick<Context, 'db' | 'pages'>): Promise<Found[]> {
  const found: Found[] = []
  for (const { kind, question } of questions)
    found.push(await topListings(kind === 'goods' ? 'product' : 'service', question, topSize, context))
  return found
}

/** Ends a trial: everything that it wrote is rolled back. */
class TrialEnded extends Error {}

/**
 * What a change of knowledge does to the answers of some questions. The documents that contain its names are written
 * anew in a transaction that is rolled back, so the answers are those after saving.
 */
export async function previewKnowledge(
  context: Pick<Context, 'db' | 'pages'>,
  change: KnowledgeChange,
  names: readonly string[],
): Promise<{ rows: KnowledgePreviewRow[]; listings: number }> {
  const { db } = context
  const questions = await trialQuestions(db, change)
  const key = knowledgeRowKey(change)
  const others = (await readKnowledgeChanges(db)).filter((row) => knowledgeRowKey(row) !== key)
  const before = await answersTo(questions, context)
  let after: Found[] = []
  let listings = 0
  try {
    await db.transaction(async (tx) => {
      await withKnowledge([...others, change], async () => {
        listings = await indexListingsWith(tx, names, maxListings)
        after = await answersTo(questions, { db: tx, pages: trialPages })
      })
      throw new TrialEnded()
    })
  } catch (error) {
    if (!(error instanceof TrialEnded)) throw error
  }
  const rows = questions.map((question, at): KnowledgePreviewRow => {
    const [was, is] = [before[at] ?? { total: 0, top: [] }, after[at] ?? { total: 0, top: [] }]
    return { ...question, before: was, after: is, isChanged: JSON.stringify(was) !== JSON.stringify(is) }
  })
  return { rows: rows.toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged)), listings }
}
