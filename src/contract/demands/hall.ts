import { z } from 'zod'
import { closingDays, hallSorts } from '../../domain/demands/hall-query.ts'
import { fen, id, keyword } from '../fields.ts'

/** Filters of the demand hall. */
export const demandFilter = z.object({
  keyword: keyword.default(''),
  /** Category of any level, with all below it. */
  categoryId: id.optional(),
  /** Two, four or six digits: a province or city with all below it; empty = all. */
  districtCode: z
    .string()
    .regex(/^\d{0,6}$/, '地区编码为 2 至 6 位数字')
    .optional(),
  /** fen, both ends included; 面议 is in no band */
  budgetFrom: fen.optional(),
  budgetTo: fen.optional(),
  /** Kind of study: key of the template the demand was created from. */
  templateKey: z
    .string()
    .regex(/^[a-z0-9-]{0,40}$/, '研究类型有误')
    .optional(),
  /** only open demands whose deadline lies within this many days */
  closingDays: z.literal([...closingDays]).optional(),
  /** only demands whose offers are all sealed until the deadline */
  sealed: z.boolean().default(false),
  /** only demands with a confidential part */
  confidential: z.boolean().default(false),
  /** only demands open for offers */
  openOnly: z.boolean().default(false),
  /** `default`: by relevance with a keyword, otherwise open demands first, those that close next at the top. */
  sort: z.enum(hallSorts).default('default'),
})

/**
 * One option of a facet. Values: category id; first two digits of a province; budget as `from-to` in fen, both ends
 * included, an open end empty; key of a template; number of days; `yes`.
 */
const facet = z.object({ value: z.string(), label: z.string(), count: z.int() })
export type HallFacet = z.output<typeof facet>

/** Facets of the demand hall. */
export const hallFacets = ['category', 'district', 'budget', 'template', 'closing', 'sealed', 'confidential'] as const

/** Facets with counts. Every facet is counted without its own filter. */
export const hallMenu = z.object({
  /** Category levels from the stages down: one level more than selected. */
  levels: z.array(z.object({ chosenId: id.nullable(), options: z.array(facet) })),
  districts: z.array(facet),
  budgets: z.array(facet),
  templates: z.array(facet),
  closing: z.array(facet),
  sealed: z.array(facet),
  confidential: z.array(facet),
  /** Facets counted on a subset of the hits, because there are too many. */
  partial: z.array(z.enum(hallFacets)),
})
export type HallMenu = z.output<typeof hallMenu>
