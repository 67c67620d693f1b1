import { z } from 'zod'

/**
 * A form of operators as it stands in the browser, by the names of its fields: what was typed, ticked, chosen, and
 * lists of rows. A moment is `2026-11-20 14:08`, a sum is in yuan.
 */
export type EntryTyped = Readonly<
  Record<string, string | boolean | readonly string[] | readonly Readonly<Record<string, string>>[]>
>

const name = z.string().max(40)
const row = z.record(name, z.string().max(5000))

export const entryTyped: z.ZodType<EntryTyped, EntryTyped> = z
  .record(
    name,
    z.union([z.string().max(60_000), z.boolean(), z.array(z.string().max(300)).max(300), z.array(row).max(60)]),
  )
  .refine((typed) => Object.keys(typed).length <= 40, '字段过多')
