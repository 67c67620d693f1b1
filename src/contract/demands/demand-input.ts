import { z } from 'zod'
import { questionInputs } from '../../domain/demands/questions.ts'
import { dayInput, fen, id, momentInput, optionalText } from '../fields.ts'

/** Text as typed, without the blanks around it; it may be empty. */
const typed = (max: number) => z.string().trim().pipe(optionalText(max))

/** Label and value of one requirement: species, route, guideline … Either is empty only in drafts. */
export const fact = z.object({ label: typed(20), value: typed(200) })

/** What every offer answers; see domain/demands/questions. Half typed only in drafts. */
export const question = z.object({
  key: z.string().regex(/^[a-zA-Z0-9-]{1,40}$/, '问题编号有误'),
  label: typed(60),
  input: z.enum(questionInputs),
  options: z.array(typed(40)).max(20, '最多 20 个选项').default([]),
  unit: typed(10).default(''),
  required: z.boolean().default(false),
})

/**
 * A demand as its form sends it. The schema takes what is half typed, as drafts are kept; what a submitted demand must
 * meet beyond it is said by domain/demands/demand-faults, in the browser and here.
 */
export const demandInput = z.object({
  demandTitle: typed(60),
  /** null = not chosen yet, drafts only. */
  categoryId: id.nullable(),
  /** Public summary: what is wanted, without secrets. */
  summary: typed(2000),
  /** The template's fields by their labels first, then what the buyer added. */
  facts: z.array(fact).max(30, '最多 30 项要求').default([]),
  /** Template and its version that the form was filled from. */
  templateKey: z.string().max(40).nullable().default(null),
  templateVersion: z.int().min(1).max(1_000_000).nullable().default(null),
  questions: z.array(question).max(30, '最多 30 个问题').default([]),
  /** true = every offer is sealed until the deadline. */
  sealedOnly: z.boolean().default(false),
  /** Ids of own uploads of purpose `document`: everyone may download them. */
  fileIds: z.array(z.string().max(40)).max(10, '最多 10 个公开附件').default([]),
  /** Ids of own uploads of purpose `attachment`: for those who accept the confidentiality terms. */
  annexIds: z.array(z.string().max(40)).max(20, '最多 20 个保密附件').default([]),
  /** Part of the description for those who accept the confidentiality terms. */
  confidentialText: typed(5000).default(''),
  /** The buyer's own confidentiality terms, beside the platform's. */
  ownTerms: typed(2000).default(''),
  /** fen; null = 议价; 0 = not typed yet, drafts only */
  demandBudget: fen.nullable(),
  districtCode: z
    .string()
    .regex(/^\d{6}$/, '请选择地区')
    .nullable()
    .default(null),
  deliverBy: dayInput.nullable().default(null),
  /** End of offering: at least one hour and at most 180 days ahead; null = not chosen yet, drafts only. */
  deadline: momentInput.nullable(),
  /** true = submit for review (open at once while REVIEW=auto); false = keep as a draft. */
  submit: z.boolean().default(true),
})
