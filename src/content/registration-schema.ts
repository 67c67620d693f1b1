import { z } from 'zod'

const words = z.string().min(1)
const titled = z.strictObject({ title: words.max(20), text: words.max(120) })

/** Front matter of a registration or testing service: requirements, process, result. */
export const registrationSchema = z.strictObject({
  title: words.max(30),
  /** Position in its list, from 1. */
  order: z.int().min(1).max(99),
  kind: z.enum(['registration', 'testing']),
  object: z.enum(['drug', 'device', 'other']),
  summary: words.max(120),
  mark: words,
  /** Usual duration, excluding the authority's time where stated separately. */
  duration: words.max(60),
  /** Typical clients. */
  users: words.max(60),
  /** Materials that the client provides. */
  materials: z.array(words.max(60)).min(2).max(10),
  steps: z.array(titled).min(3).max(6),
  deliverables: z.array(words.max(60)).min(1).max(8),
  /** Names of the applicable regulations. */
  basis: z.array(words.max(60)).min(1).max(6),
  /** Search keyword for matching services on sale. */
  keyword: words.max(30),
})
