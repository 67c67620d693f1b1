import { z } from 'zod'

const words = z.string().min(1)
const titled = z.strictObject({ title: words.max(20), text: words.max(120) })

/** Head of a registration or testing service: what it takes, how it goes, what comes of it. */
export const registrationSchema = z.strictObject({
  title: words.max(30),
  /** Place in its list, from 1. */
  order: z.int().min(1).max(99),
  kind: z.enum(['registration', 'testing']),
  object: z.enum(['drug', 'device', 'other']),
  summary: words.max(120),
  mark: words,
  /** How long it usually takes, without the authority's own time where it names that. */
  duration: words.max(60),
  /** Who commissions it. */
  users: words.max(60),
  /** What the client provides. */
  materials: z.array(words.max(60)).min(2).max(10),
  steps: z.array(titled).min(3).max(6),
  deliverables: z.array(words.max(60)).min(1).max(8),
  /** Rules that it goes by, by their names. */
  basis: z.array(words.max(60)).min(1).max(6),
  /** Words by which services on sale are found. */
  keyword: words.max(30),
})
