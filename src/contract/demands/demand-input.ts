import { z } from 'zod'
import { maxRequiredTags } from '../../domain/demands/required-qualifications.ts'
import { questionInputs } from '../../domain/demands/questions.ts'
import { dayInput, fen, id, momentInput, optionalText } from '../fields.ts'

/** Trimmed text; may be empty. */
const typed = (max: number) => z.string().trim().pipe(optionalText(max))

/** Label and value of one requirement: species, route, guideline … Both are required except in drafts. */
export const fact = z.object({ label: typed(20), value: typed(200) })

/** Question that every offer answers; see domain/demands/questions. May be incomplete in drafts. */
export const question = z.object({
  key: z.string().regex(/^[a-zA-Z0-9-]{1,40}$/, '问题编号有误'),
  label: typed(60),
  input: z.enum(questionInputs),
  options: z.array(typed(40)).max(20, '最多 20 个选项').default([]),
  unit: typed(10).default(''),
  required: z.boolean().default(false),
})

/**
 * Input of the demand form. The schema accepts incomplete drafts; submitted demands are validated by
 * domain/demands/validate-demand, in the browser and on the server.
 */
export const demandInput = z.object({
  demandTitle: typed(60),
  /** null = not chosen yet, drafts only. */
  categoryId: id.nullable(),
  /** Public summary, without confidential information. */
  summary: typed(2000),
  /** Template fields by label first, then the buyer's own. */
  facts: z.array(fact).max(30, '最多 30 项要求').default([]),
  /** Qualifications that a supplier has to hold, all of them; left out, an edit keeps them. */
  requiredTags: z
    .array(typed(20))
    .max(maxRequiredTags, `最多 ${maxRequiredTags} 项资质`)
    .transform((all) => [...new Set(all)])
    .optional(),
  /** Template and its version that the form was filled from. */
  templateKey: z.string().max(40).nullable().default(null),
  templateVersion: z.int().min(1).max(1_000_000).nullable().default(null),
  questions: z.array(question).max(30, '最多 30 个问题').default([]),
  /** true = every offer is sealed until the deadline. */
  sealedOnly: z.boolean().default(false),
  /** Only suppliers whom the buyer invited may offer. */
  invitedOnly: z.boolean().default(false),
  /** Ids of own uploads of purpose `document`; publicly downloadable. */
  fileIds: z.array(z.string().max(40)).max(10, '最多 10 个公开附件').default([]),
  /** Ids of own uploads of purpose `attachment`: for those who accept the confidentiality terms. */
  annexIds: z.array(z.string().max(40)).max(20, '最多 20 个保密附件').default([]),
  /** Part of the description for those who accept the confidentiality terms. */
  confidentialText: typed(5000).default(''),
  /** The buyer's own confidentiality terms, beside the platform's. */
  ownTerms: typed(2000).default(''),
  /** fen; null = 面议; 0 = not entered yet, drafts only */
  demandBudget: fen.nullable(),
  districtCode: z
    .string()
    .regex(/^\d{6}$/, '请选择地区')
    .nullable()
    .default(null),
  deliverBy: dayInput.nullable().default(null),
  /** Offer deadline: at least one hour and at most 180 days ahead; null = not chosen yet, drafts only. */
  deadline: momentInput.nullable(),
  /** R&D programme, one of `programmeChoices`; null = none; left out, an edit keeps it. */
  programmeId: id.nullable().optional(),
  /** true = submit for review (opens at once with REVIEW=auto); false = save as draft. */
  submit: z.boolean().default(true),
})
