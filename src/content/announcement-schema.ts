import { z } from 'zod'

const words = z.string().min(1)

/** Head of an announcement of the platform. Its file name is its address. */
export const announcementSchema = z.strictObject({
  title: words.max(40),
  summary: words.max(120),
  kind: z.enum(['功能更新', '规则变更', '服务通知']),
  published: z.iso.date(),
  /** When it was last changed, where it was. */
  updated: z.iso.date().optional(),
  draft: z.boolean().default(false),
})
