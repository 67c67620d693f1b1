import { z } from 'zod'
import { ownPath } from '../src/domain/own-path.ts'
import { markNames } from '../src/ui/mark-names.ts'

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

const words = z.string().min(1)

/** What the home page shows of the place; the link is a path of this site. */
export const highlightSchema = z.strictObject({
  title: words.max(12),
  text: words.max(48),
  link: z.string().refine((path) => ownPath(path) !== undefined, 'a path of this site'),
  mark: z.enum(markNames),
})

/** A filing or licence as the law wants it at the foot of every page; with a link where a register answers. */
export const noticeSchema = z.strictObject({ text: words, link: z.httpUrl().optional() })

/** Everything that differs from area to area. The accent is also in styles/tokens.css under `data-area`. */
export const areaSchema = z.strictObject({
  id: z.enum(areaIds),
  title: words,
  secondTitle: words.optional(),
  /** Name of the drawn logo; the file beside area.ts is the browser's icon. */
  logo: z.enum(areaIds),
  icon: words,
  accent: z.string().regex(/^#[0-9a-f]{6}$/),
  hotline: z.string().regex(/^[\d-]{7,15}$/),
  hotlineHours: words,
  icp: noticeSchema,
  police: noticeSchema,
  notices: z.array(noticeSchema).min(1),
  /** Whose record it is: stands behind the © of the footer. */
  owner: words,
  officialAccount: words,
  description: words.max(160),
  keywords: z.array(words).min(3).max(12),
  highlights: z.array(highlightSchema).min(3).max(4),
})
export type Area = Readonly<z.output<typeof areaSchema>>
export type Highlight = z.output<typeof highlightSchema>

/** Settings that all areas share until one has its own. */
export const shared = {
  hotline: '400-000-0000',
  hotlineHours: '工作日 9:30-18:00',
} as const

/** The two filings and the licences of a province; digits are placeholders of record until the owner's are in. */
export const recordsOf = (province: string) => ({
  icp: { text: `${province} ICP 备 00000000 号`, link: 'https://beian.miit.gov.cn/' },
  police: { text: `${province}公网安备 00000000000000 号`, link: 'https://beian.mps.gov.cn/' },
  notices: [
    { text: `增值电信业务经营许可证 ${province} B2-00000000` },
    { text: `互联网药品信息服务备案（${province}）网药信备字（2026）第 00000 号` },
  ],
})
