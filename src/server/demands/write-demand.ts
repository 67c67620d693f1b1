import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { fieldFailed, type FieldError } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import type { demands } from '../../db/tables/demands.ts'
import { districts } from '../../db/tables/reference.ts'
import { validateDemand } from '../../domain/demands/validate-demand.ts'
import { defaultOfferDays } from '../../domain/demands/demand-rules.ts'
import { currentCategories, holdCategories, mergedCategories } from '../reference/category-lock.ts'
import { listQualificationTags } from '../reference/dictionaries.ts'
import { findTemplate } from '../../domain/demands/templates.ts'

export type DemandInput = z.output<(typeof demandsCalls)['demandSave']['input']>

/** Allowed levels of the preferred region: province or city. */
const regionLevels = new Set([1, 2])
const day = 86_400_000

/**
 * Maps form input to columns. For drafts only references are checked; submissions are validated with the same rules as
 * in the browser. First in the transaction that writes them. Throws invalidInput with field errors.
 */
export async function demandColumns(db: Db, input: DemandInput, now: Date) {
  const category = await findCategory(db, input.categoryId)
  // The root category means "not chosen yet".
  const chosen = category !== undefined && category.path.length > 1 ? category.id : null
  const found = [
    ...errorsAt('categoryId', category === undefined ? '请选择一个服务分类' : null),
    ...errorsAt('templateKey', templateError(input)),
    ...errorsAt('requiredTags', await requiredTagsError(db, input.requiredTags ?? [])),
    ...errorsAt('districtCode', await districtError(db, input.districtCode)),
    ...(input.submit ? validateDemand({ ...input, categoryId: chosen }, now) : []),
  ]
  // Keeps one error per field.
  const errors = found.filter(({ field }, at) => found.findIndex((other) => other.field === field) === at)
  if (category === undefined || errors.length > 0) throw fieldFailed(...errors)
  return {
    title: input.demandTitle,
    categoryId: category.id,
    categoryPath: [...category.path],
    summary: input.summary,
    facts: input.facts,
    ...(input.requiredTags === undefined ? {} : { requiredTags: input.requiredTags }),
    templateKey: input.templateKey,
    templateVersion:
      input.templateKey === null ? null : findTemplate(input.templateKey, input.templateVersion)?.version,
    questions: input.questions,
    sealedOnly: input.sealedOnly,
    invitedOnly: input.invitedOnly,
    confidentialText: input.confidentialText,
    ownTerms: input.ownTerms,
    confidential: isConfidential(input),
    budget: input.demandBudget,
    districtCode: input.districtCode,
    deliverBy: input.deliverBy,
    deadline: input.deadline === null ? new Date(now.getTime() + defaultOfferDays * day) : new Date(input.deadline),
  } satisfies Partial<typeof demands.$inferInsert>
}

/** Whether the demand has a confidential part. */
export const isConfidential = ({
  confidentialText,
  annexIds,
}: {
  readonly confidentialText: string
  readonly annexIds: readonly string[]
}) => confidentialText !== '' || annexIds.length > 0

const errorsAt = (field: string, message: string | null): FieldError[] => (message === null ? [] : [{ field, message }])

/**
 * Finds an offered service category, or the target that replaces a merged one; the root for a draft without one. The
 * tree is held until the transaction ends.
 */
async function findCategory(tx: Db, asked: number | null) {
  await holdCategories(tx)
  if (asked === null) return [...(await currentCategories(tx, 'service')).values()].find(({ level }) => level === 0)
  const target = (await mergedCategories(tx, [asked])).get(asked)
  return (await currentCategories(tx, 'service')).get(target ?? asked)
}

const templateError = ({ templateKey, templateVersion }: DemandInput) =>
  templateKey !== null && findTemplate(templateKey, templateVersion) === undefined ? '需求模板不存在，请重新选择' : null

async function requiredTagsError(db: Db, tags: readonly string[]): Promise<string | null> {
  if (tags.length === 0) return null
  const known = new Set(await listQualificationTags(db))
  return tags.every((tag) => known.has(tag)) ? null : '请从给出的资质中选择'
}

async function districtError(db: Db, code: string | null): Promise<string | null> {
  if (code === null) return null
  const [district] = await db.select({ level: districts.level }).from(districts).where(eq(districts.code, code))
  return district !== undefined && regionLevels.has(district.level) ? null : '请选择省或市'
}
