import type { CertificationStatus } from '../accounts/certification.ts'
import { certificationLabels, isCertified } from '../accounts/certification.ts'
import { addDays } from '../typed-date.ts'
import { matchQualification, requiredQualifications } from './required-qualifications.ts'

/** What a demand asks of a supplier, in the order in which it is shown. */
export const fitKinds = ['service', 'certification', 'qualification', 'region', 'delivery', 'confidentiality'] as const
export type FitKind = (typeof fitKinds)[number]

/** One requirement beside what the supplier has. */
export interface FitRow {
  readonly kind: FitKind
  /** What it is about: 资质要求. */
  readonly label: string
  /** What the demand asks for. */
  readonly asked: string
  /** What the supplier has, or what is missing. */
  readonly own: string
  readonly isMet: boolean
}

/** A published service of the supplier in a category of the demand. */
export interface FitService {
  /** The narrowest category that it shares with the demand. */
  readonly categoryName: string
  /** Provinces and cities served; none = the whole country. */
  readonly areaCodes: readonly string[]
  /** Longest duration by its listing; null = not given. */
  readonly maxDays: number | null
}

/** A demand and a supplier, as far as they are compared. */
export interface FitFacts {
  readonly demand: {
    readonly categoryName: string
    /** Qualifications chosen in the form. */
    readonly requiredTags: readonly string[]
    readonly facts: readonly { readonly label: string; readonly value: string }[]
    readonly districtCode: string | null
    readonly districtName: string
    /** YYYY-MM-DD */
    readonly deliverBy: string | null
    readonly confidential: boolean
  }
  readonly supplier: {
    readonly certification: CertificationStatus
    readonly districtCode: string
    readonly districtName: string
    /** Certificates in force. */
    readonly tags: readonly string[]
    /** Certificates waiting for review. */
    readonly pendingTags: readonly string[]
    /** Those in the category that is closest to the demand's. */
    readonly services: readonly FitService[]
    readonly hasAcceptedTerms: boolean
  }
  /** Certificates that a shop can hold. */
  readonly knownTags: readonly string[]
  /** Today in Shanghai. */
  readonly today: string
}

const areaPrefix = (code: string) => code.replace(/(?:00){1,2}$/, '')

/** Whether an area covers a district; a province also covers its cities, and a demand for a province any of them. */
export const coversDistrict = (areaCode: string, districtCode: string): boolean => {
  const [area, district] = [areaPrefix(areaCode), areaPrefix(districtCode)]
  return area.startsWith(district) || district.startsWith(area)
}

/** The requirements of a demand beside what the supplier has. */
export const demandFit = (facts: FitFacts): FitRow[] => [
  serviceRow(facts),
  certificationRow(facts),
  ...qualificationRows(facts),
  ...regionRows(facts),
  ...deliveryRows(facts),
  ...confidentialityRows(facts),
]

function serviceRow({ demand, supplier: { services } }: FitFacts): FitRow {
  const nearest = services[0]?.categoryName
  const own = nearest === undefined ? '暂无同类的在售服务' : `“${nearest}”分类有 ${services.length} 项在售服务`
  return { kind: 'service', label: '同类服务', asked: demand.categoryName, own, isMet: nearest !== undefined }
}

function certificationRow({ supplier: { certification } }: FitFacts): FitRow {
  const { label } = certificationLabels[certification]
  return {
    kind: 'certification',
    label: '企业认证',
    asked: '认证在有效期内',
    own: label,
    isMet: isCertified(certification),
  }
}

const qualificationRows = ({ demand, supplier: { tags, pendingTags }, knownTags }: FitFacts): FitRow[] =>
  requiredQualifications(demand, knownTags).map((required): FitRow => {
    const { label, asked, held, missing, isMet } = matchQualification(required, tags)
    const lacking = missing.map((tag) => (pendingTags.includes(tag) ? `${tag}（审核中）` : tag))
    const own = isMet ? `已有 ${held.join('、')}` : `缺少 ${lacking.join(required.anyOf ? ' 或 ' : '、')}`
    return { kind: 'qualification', label, asked, own, isMet }
  })

function regionRows({ demand: { districtCode, districtName }, supplier }: FitFacts): FitRow[] {
  if (districtCode === null) return []
  const isLocal = coversDistrict(supplier.districtCode, districtCode)
  const isServed = supplier.services.some(
    ({ areaCodes }) => areaCodes.length === 0 || areaCodes.some((code) => coversDistrict(code, districtCode)),
  )
  const own = isLocal
    ? `贵企业位于${supplier.districtName}`
    : isServed
      ? `贵企业位于${supplier.districtName}，服务地区已包含`
      : `贵企业位于${supplier.districtName}，同类服务的服务地区未包含`
  return [{ kind: 'region', label: '期望地区', asked: districtName, own, isMet: isLocal || isServed }]
}

function deliveryRows({ demand: { deliverBy }, supplier: { services }, today }: FitFacts): FitRow[] {
  const durations = services.map(({ maxDays }) => maxDays).filter((days) => days !== null)
  if (deliverBy === null || durations.length === 0) return []
  const soonest = addDays(today, Math.min(...durations))
  const own = `按同类服务的最短周期，今日启动可于 ${soonest} 前交付`
  return [{ kind: 'delivery', label: '期望交付', asked: `${deliverBy} 前`, own, isMet: soonest <= deliverBy }]
}

function confidentialityRows({ demand, supplier: { hasAcceptedTerms } }: FitFacts): FitRow[] {
  if (!demand.confidential) return []
  const own = hasAcceptedTerms ? '已接受' : '尚未接受'
  return [{ kind: 'confidentiality', label: '保密资料', asked: '接受保密条款后查看', own, isMet: hasAcceptedTerms }]
}
