import type { ServiceDetail } from '../../contract/catalogue/services.ts'

/** What services and goods share on their detail pages. */
export type Detailed = Pick<ServiceDetail, 'facts' | 'paragraphs' | 'table' | 'steps' | 'deliverables' | 'certificates'>

export interface DetailPart {
  readonly id: 'detail' | 'specs' | 'steps' | 'deliverables' | 'certificates'
  readonly label: string
}

/** The parts that a listing has something to say in, in the order of the page. */
export function detailParts(detail: Detailed, kind: 'service' | 'goods'): DetailPart[] {
  const goods = kind === 'goods'
  const parts: readonly (DetailPart & { readonly has: boolean })[] = [
    {
      id: 'detail',
      label: goods ? '商品详情' : '服务详情',
      has: detail.paragraphs.length > 0 || detail.table !== null,
    },
    { id: 'steps', label: '服务流程', has: detail.steps.length > 0 },
    { id: 'deliverables', label: goods ? '随货资料' : '交付物', has: detail.deliverables.length > 0 },
    { id: 'certificates', label: '资质证书', has: detail.certificates.length > 0 },
  ]
  return parts.filter(({ has }) => has).map(({ id, label }) => ({ id, label }))
}

/** How long the most telling certificate holds, for the shop's box: `GLP 有效期`. */
export const validityOf = ({ certificates }: Detailed) =>
  certificates.slice(0, 1).map(({ name, until }) => ({ label: `${name.split(' ')[0]} 有效期`, value: until }))
