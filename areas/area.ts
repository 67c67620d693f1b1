import { z } from 'zod'
import { ownPath } from '../src/domain/own-path.ts'
import { markNames } from '../src/ui/picture/mark-names.ts'

/** The nine variants of specification 1. */
export const areaIds = [
  'chengdu',
  'taizhou',
  'gaoxin',
  'shanghai',
  'standard',
  'benxi',
  'zhongdian',
  'yaogang',
  'changchun',
] as const
export type AreaId = (typeof areaIds)[number]

const nonEmptyText = z.string().min(1)

/** A highlight of the area on the home page; the link is a path of this site. */
export const highlightSchema = z.strictObject({
  title: nonEmptyText.max(12),
  text: nonEmptyText.max(48),
  link: z.string().refine((path) => ownPath(path) !== undefined, 'a path of this site'),
  mark: z.enum(markNames),
})

/** A filing or licence that the law requires in the footer of every page; optionally linked to its register. */
export const noticeSchema = z.strictObject({ text: nonEmptyText, link: z.httpUrl().optional() })

/** Everything that differs between areas. The accent is also in styles/tokens.css under `data-area`. */
export const areaSchema = z.strictObject({
  id: z.enum(areaIds),
  title: nonEmptyText,
  secondTitle: nonEmptyText.optional(),
  /** Name of the logo; the file next to area.ts is the favicon. */
  logo: z.enum(areaIds),
  accent: z.string().regex(/^#[0-9a-f]{6}$/),
  hotline: z.string().regex(/^[\d-]{7,15}$/),
  hotlineHours: nonEmptyText,
  icp: noticeSchema,
  police: noticeSchema,
  notices: z.array(noticeSchema).min(1),
  /** Copyright holder in the footer. */
  owner: nonEmptyText,
  officialAccount: nonEmptyText,
  description: nonEmptyText.max(160),
  keywords: z.array(nonEmptyText).min(3).max(12),
  highlights: z.array(highlightSchema).min(3).max(4),
})
export type Area = Readonly<z.output<typeof areaSchema>>
export type Highlight = z.output<typeof highlightSchema>
