import { z } from 'zod'
import { keywordMax } from '../domain/shell/search.ts'
import { toHalfWidthKeyword } from '../domain/half-width.ts'
import { isDay, isMoment } from '../domain/time-input.ts'

/** Largest integer of the database's integer columns. */
export const maxInteger = 2_147_483_647
/** Identity of a row: a positive integer of 31 bits, as the database counts them. */
export const id = z.int().positive().max(maxInteger)
/** A version, place or count that a call names: from 0 to the largest integer of a column. */
export const count = z.int('请填写整数').min(0).max(maxInteger)
/** Money in fen; 1,000 billion yuan at most, so sums stay exact. */
export const fen = z.int().min(0).max(100_000_000_000_000)
/** Moment of an answer, in ISO 8601 with zone. What somebody sends is a `momentInput`. */
export const moment = z.iso.datetime({ offset: true })
/** Day of an answer: `2026-11-20`. What somebody sends is a `dayInput`. */
export const day = z.iso.date()
/** Day that somebody sends: one of the calendar, from 1900 to 2199. */
export const dayInput = z.iso.date({ error: '请选择日期', abort: true }).refine(isDay, '日期须在 1900 年至 2199 年之间')
/** Moment that somebody sends, in ISO 8601 with zone: from 1900 to 2199. */
export const momentInput = z.iso
  .datetime({ offset: true, error: '请选择日期与时间', abort: true })
  .refine(isMoment, '日期须在 1900 年至 2199 年之间')
// oxlint-disable-next-line no-control-regex -- PostgreSQL text cannot hold NUL; other control characters are never typed
const typed = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/
/**
 * Identifier, number or code that somebody typed: full-width letters, digits and signs count as half-width ones, blanks
 * around it go (domain/half-width.ts in forms). Free text is `text`, which stays as it was typed.
 */
export const typedCode = z.string().normalize('NFKC').trim()
/** Search words: whole questions too, 80 characters at most. */
export const keyword = z
  .string()
  .overwrite(toHalfWidthKeyword)
  .max(keywordMax, `搜索词最多 ${keywordMax} 个字`)
  .regex(typed, '含有无法识别的字符')
/** Required free text of at most `max` characters, as it was typed: ，（）： stay full-width. */
export const text = (max: number) =>
  z.string({ error: '请填写' }).trim().min(1, '请填写').max(max, `最多 ${max} 个字`).regex(typed, '含有无法识别的字符')
/** A code of at most `max` characters that may be empty. */
export const optionalCode = (max: number) => typedCode.max(max, `最多 ${max} 个字`).regex(typed, '含有无法识别的字符')
/** Text that may be empty. */
export const optionalText = (max: number) => z.union([z.literal(''), text(max)])

/** Input of a list: page from 1, 100 rows at most. */
export const paging = {
  current: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(100).default(20),
}
/** Output of a list. `total` is capped where counting would be slow; `more` then tells that there are more. */
export const listOf = <T extends z.ZodType>(row: T) => z.object({ total: z.int(), data: z.array(row) })
