import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { fieldFailed, type FieldFault } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import type { demands } from '../../db/tables/demands.ts'
import { categories, districts } from '../../db/tables/reference.ts'
import { deadlineFault, deliverByFault } from '../../domain/demands/demand-rules.ts'
import { searchable } from '../search/words.ts'

type Input = z.output<(typeof demandsCalls)['demandSave']['input']>

/** Province or city: the levels a wished region can have. */
const regionLevels = new Set([1, 2])

/** The columns of an input, or the faults that only the data and the clock can tell. */
export async function demandColumns(db: Db, input: Input, now: Date) {
  const [category] = await db
    .select({ path: categories.path, name: categories.name })
    .from(categories)
    .where(and(eq(categories.id, input.categoryId), eq(categories.kind, 'service')))
  const deadline = new Date(input.deadline)
  const faults: (FieldFault | null)[] = [
    category === undefined ? { field: 'categoryId', message: '请选择一个服务类别' } : null,
    faultOf('districtCode', await districtFault(db, input.districtCode)),
    faultOf('deliverBy', deliverByFault(input.deliverBy, now)),
    faultOf('deadline', deadlineFault(deadline, now)),
  ]
  const found = faults.filter((fault) => fault !== null)
  if (category === undefined || found.length > 0) throw fieldFailed(...found)
  return {
    title: input.demandTitle,
    categoryId: input.categoryId,
    categoryPath: category.path,
    summary: input.summary,
    facts: input.facts,
    budget: input.demandBudget,
    districtCode: input.districtCode,
    deliverBy: input.deliverBy,
    deadline,
    words: wordsOf({ ...input, title: input.demandTitle, categoryName: category.name }),
  } satisfies Partial<Omit<typeof demands.$inferInsert, 'words'>> & { words: unknown }
}

export const faultOf = (field: string, message: string | null): FieldFault | null =>
  message === null ? null : { field, message }

async function districtFault(db: Db, code: string | null): Promise<string | null> {
  if (code === null) return null
  const [district] = await db.select({ level: districts.level }).from(districts).where(eq(districts.code, code))
  return district !== undefined && regionLevels.has(district.level) ? null : '请选择省或市'
}

interface Wording {
  readonly title: string
  readonly summary: string
  readonly categoryName: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/** What a demand is found by: title, category, summary and the values of its requirements. */
export const wordsOf = ({ title, categoryName, summary, facts }: Wording) =>
  searchable([title, categoryName, summary, ...facts.map((fact) => fact.value)].join('\n'))
