import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { fieldFailed, type FieldFault } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import type { demands } from '../../db/tables/demands.ts'
import { categories, districts } from '../../db/tables/reference.ts'
import { demandFaults } from '../../domain/demands/demand-faults.ts'
import { usualOfferDays } from '../../domain/demands/demand-rules.ts'
import { templateOf } from '../../domain/demands/templates.ts'

export type DemandInput = z.output<(typeof demandsCalls)['demandSave']['input']>

/** Province or city: the levels a wished region can have. */
const regionLevels = new Set([1, 2])
const day = 86_400_000

/**
 * The columns of an input. A draft is kept as typed: only what must be true is checked. What is submitted meets the
 * same rules as in the browser. Throws invalidInput at the fields.
 */
export async function demandColumns(db: Db, input: DemandInput, now: Date) {
  const category = await categoryOf(db, input.categoryId)
  // The root stands for "not chosen yet".
  const chosen = category !== undefined && category.path.length > 1 ? category.id : null
  const found = [
    ...said('categoryId', category === undefined ? '请选择一个服务类别' : null),
    ...said('templateKey', templateFault(input)),
    ...said('districtCode', await districtFault(db, input.districtCode)),
    ...(input.submit ? demandFaults({ ...input, categoryId: chosen }, now) : []),
  ]
  // A category that is not there is told once.
  const faults = found.filter(({ field }, at) => found.findIndex((other) => other.field === field) === at)
  if (category === undefined || faults.length > 0) throw fieldFailed(...faults)
  return {
    title: input.demandTitle,
    categoryId: category.id,
    categoryPath: category.path,
    summary: input.summary,
    facts: input.facts,
    templateKey: input.templateKey,
    templateVersion: input.templateKey === null ? null : templateOf(input.templateKey, input.templateVersion)?.version,
    questions: input.questions,
    sealedOnly: input.sealedOnly,
    confidentialText: input.confidentialText,
    ownTerms: input.ownTerms,
    confidential: isConfidential(input),
    budget: input.demandBudget,
    districtCode: input.districtCode,
    deliverBy: input.deliverBy,
    deadline: input.deadline === null ? new Date(now.getTime() + usualOfferDays * day) : new Date(input.deadline),
  } satisfies Partial<typeof demands.$inferInsert>
}

/** Whether there is anything that only those read who accepted the terms. */
export const isConfidential = ({
  confidentialText,
  annexIds,
}: {
  readonly confidentialText: string
  readonly annexIds: readonly string[]
}) => confidentialText !== '' || annexIds.length > 0

const said = (field: string, message: string | null): FieldFault[] => (message === null ? [] : [{ field, message }])

/** A service category; the root of their tree for a draft without one. */
async function categoryOf(db: Db, categoryId: number | null) {
  const [category] = await db
    .select({ id: categories.id, path: categories.path })
    .from(categories)
    .where(and(eq(categories.kind, 'service'), categoryId === null ? undefined : eq(categories.id, categoryId)))
    .orderBy(asc(categories.level), asc(categories.id))
    .limit(1)
  return category
}

const templateFault = ({ templateKey, templateVersion }: DemandInput) =>
  templateKey !== null && templateOf(templateKey, templateVersion) === undefined ? '需求模板不存在，请重新选择' : null

async function districtFault(db: Db, code: string | null): Promise<string | null> {
  if (code === null) return null
  const [district] = await db.select({ level: districts.level }).from(districts).where(eq(districts.code, code))
  return district !== undefined && regionLevels.has(district.level) ? null : '请选择省或市'
}
