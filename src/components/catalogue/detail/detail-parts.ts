import type { PublicInquiry } from '../../../contract/catalogue/inquiries.ts'
import type { ServiceDetail } from '../../../contract/catalogue/services.ts'

/** What services and goods share on their detail pages. */
export type DetailedListing = Pick<
  ServiceDetail,
  | 'facts'
  | 'paragraphs'
  | 'table'
  | 'steps'
  | 'deliverables'
  | 'certificates'
  | 'attachments'
  | 'capabilities'
  | 'areas'
>

/** One specification of a product; price in fen, null = 面议. */
export interface SpecRow {
  /** null in the preview of a draft. */
  readonly specId: number | null
  readonly name: string
  readonly price: number | null
  readonly stock: number
}

/** Public inquiries of a listing: all of them by number, and the newest. */
export interface ShownInquiries {
  readonly total: number
  readonly data: readonly PublicInquiry[]
}

export interface DetailPart {
  readonly id:
    'detail' | 'specs' | 'steps' | 'deliverables' | 'attachments' | 'certificates' | 'structure' | 'hazards' | 'batches'
  readonly label: string
}

/** The non-empty sections of a listing, in page order. */
export function detailParts(detail: DetailedListing, kind: 'service' | 'goods'): DetailPart[] {
  const goods = kind === 'goods'
  const parts: readonly (DetailPart & { readonly has: boolean })[] = [
    {
      id: 'detail',
      label: goods ? '商品详情' : '服务详情',
      has: detail.paragraphs.length > 0 || detail.table !== null || furtherFacts(detail).length > 0,
    },
    { id: 'steps', label: '服务流程', has: detail.steps.length > 0 },
    { id: 'deliverables', label: goods ? '随货资料' : '交付物', has: detail.deliverables.length > 0 },
    { id: 'attachments', label: '资料下载', has: detail.attachments.length > 0 },
    { id: 'certificates', label: '资质证书', has: detail.certificates.length > 0 },
  ]
  return parts.filter(({ has }) => has).map(({ id, label }) => ({ id, label }))
}

/** Number of facts beside the price; the others follow in the text. */
const topFactCount = 8

/** Facts beside the price: those of the listing, then region and capabilities of its supplier. */
export const topFacts = (detail: DetailedListing, kind: 'service' | 'goods') => [
  ...detail.facts.slice(0, topFactCount),
  {
    label: kind === 'goods' ? '供应地区' : '服务地区',
    value: detail.areas.length === 0 ? '全国' : detail.areas.join('、'),
  },
  ...(detail.capabilities.length === 0 ? [] : [{ label: '能力', value: detail.capabilities.join('、') }]),
]

/** The facts that did not fit beside the price. */
export const furtherFacts = (detail: Pick<DetailedListing, 'facts'>) => detail.facts.slice(topFactCount)

/** Validity of the most important certificate, for the shop box: `GLP 有效期`. */
export const certificateValidity = ({ certificates }: DetailedListing) =>
  certificates
    .slice(0, 1)
    .map(({ name, until }) => ({ label: `${name.split(' ')[0]} 有效期`, value: until === '' ? '长期' : until }))
