import { z } from 'zod'

/** Identity of a row: a positive integer of 31 bits, as the database counts them. */
export const id = z.int().positive().max(2_147_483_647)
/** Money in fen; 1,000 billion yuan at most, so sums stay exact. */
export const fen = z.int().min(0).max(100_000_000_000_000)
/** Moment in ISO 8601 with zone. */
export const moment = z.iso.datetime({ offset: true })
// oxlint-disable-next-line no-control-regex -- PostgreSQL text cannot hold NUL; other control characters are never typed
const typed = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/
/** Search words: 30 characters at most (specification section 5). */
export const keyword = z.string().trim().max(30, '搜索词最多 30 个字').regex(typed, '含有无法识别的字符')
/** Required text of at most `max` characters. */
export const text = (max: number) =>
  z.string({ error: '请填写' }).trim().min(1, '请填写').max(max, `最多 ${max} 个字`).regex(typed, '含有无法识别的字符')
/** Text that may be empty. */
export const optionalText = (max: number) => z.union([z.literal(''), text(max)])

/** Input of a list: page from 1, 100 rows at most. */
export const paging = {
  current: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(100).default(20),
}
/** Output of a list. `total` is capped where counting would be slow; `more` then tells that there are more. */
export const listOf = <T extends z.ZodType>(row: T) => z.object({ total: z.int(), data: z.array(row) })
