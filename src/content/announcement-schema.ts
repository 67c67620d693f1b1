import { z } from 'zod'

const words = z.string().min(1)

/** Front matter of an announcement. Its file name is part of its URL. */
export const announcementSchema = z.strictObject({
  title: words.max(40),
  summary: words.max(120),
  kind: z.enum(['功能更新', '规则变更', '服务通知']),
  published: z.iso.date(),
  /** Date of the last change, if any. */
  updated: z.iso.date().optional(),
  draft: z.boolean().default(false),
})
