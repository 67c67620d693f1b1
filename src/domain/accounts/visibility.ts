/**
 * Who may see one part of a company's information: everyone, signed-in people, partners with a common order, nobody.
 */
export const audiences = ['public', 'signed_in', 'partners', 'nobody'] as const
export type Audience = (typeof audiences)[number]
export const audienceLabels: Record<Audience, string> = {
  public: '所有人',
  signed_in: '登录用户',
  partners: '有订单往来的企业',
  nobody: '不公开',
}

/** Parts of a company's information with a configurable audience; name, certification and region are public. */
export const companyParts = ['contact', 'address', 'creditCode', 'legalPerson', 'founded', 'scale'] as const
export type CompanyPart = (typeof companyParts)[number]
export const companyPartLabels: Record<CompanyPart, string> = {
  contact: '联系人与电话',
  address: '详细地址',
  creditCode: '统一社会信用代码',
  legalPerson: '法定代表人',
  founded: '成立日期',
  scale: '人员规模',
}
export type Visibility = Readonly<Record<CompanyPart, Audience>>

/** Default audiences. */
export const defaultVisibility: Visibility = {
  contact: 'partners',
  address: 'public',
  creditCode: 'public',
  legalPerson: 'partners',
  founded: 'public',
  scale: 'public',
}

/** Relation of a reader to a company. */
export type Reader = 'public' | 'signed_in' | 'partners' | 'own'

/** Whether a part may be shown to a reader. */
export function maySee(visibility: Partial<Visibility>, part: CompanyPart, reader: Reader): boolean {
  if (reader === 'own') return true
  const audience = visibility[part] ?? defaultVisibility[part]
  const order = ['public', 'signed_in', 'partners'] as const
  return audience !== 'nobody' && order.indexOf(reader) >= order.indexOf(audience)
}

/** Value of a part for a reader; empty if it is not visible. */
export const visiblePart = (
  visibility: Partial<Visibility>,
  part: CompanyPart,
  reader: Reader,
  value: string | null,
): string => (maySee(visibility, part, reader) ? (value ?? '') : '')
