import { compareRow, type CompareGroup } from '../compare-rows.ts'
import type { ListingKind } from './listing.ts'

/** A listing chosen for comparison in this browser. */
export interface ComparedListing {
  readonly kind: ListingKind
  /** serviceId or productNo, as in its URL. */
  readonly ref: string
  readonly title: string
}

/** Maximum number of listings side by side. */
export const maxCompared = 4

const isRef = (kind: ListingKind, ref: string) => (kind === 'service' ? /^[1-9]\d{0,9}$/ : /^[\w-]{1,40}$/).test(ref)
const isSame = (one: Pick<ComparedListing, 'kind' | 'ref'>, other: Pick<ComparedListing, 'kind' | 'ref'>) =>
  one.kind === other.kind && one.ref === other.ref

/** Adds a listing at the end; unchanged if it is there, or if there are four of its kind. */
export function addCompared(before: readonly ComparedListing[], added: ComparedListing): readonly ComparedListing[] {
  const sameKind = before.filter(({ kind }) => kind === added.kind)
  if (sameKind.length >= maxCompared || sameKind.some((each) => isSame(each, added))) return before
  return [...before, added]
}

export const removeCompared = (
  before: readonly ComparedListing[],
  removed: Pick<ComparedListing, 'kind' | 'ref'>,
): readonly ComparedListing[] => before.filter((each) => !isSame(each, removed))

/** Parses what a browser stored; invalid entries are left out. */
export function parseCompared(text: string): readonly ComparedListing[] {
  try {
    const stored: unknown = JSON.parse(text)
    const valid = Array.isArray(stored) ? stored.filter(isCompared) : []
    return valid.reduce<readonly ComparedListing[]>(addCompared, [])
  } catch {
    return []
  }
}

const isCompared = (value: unknown): value is ComparedListing =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'service' || value.kind === 'product') &&
  'ref' in value &&
  typeof value.ref === 'string' &&
  isRef(value.kind, value.ref) &&
  'title' in value &&
  typeof value.title === 'string' &&
  value.title.length <= 200

/** Distinct listing numbers of an address `ids=1,2,3`, at most four; invalid ones are left out. */
export const comparedRefs = (kind: ListingKind, ids: string | null): string[] =>
  [...new Set((ids ?? '').split(',').map((ref) => ref.trim()))].filter((ref) => isRef(kind, ref)).slice(0, maxCompared)

/** What a comparison shows of a listing of either kind. Texts are ready to show. */
export interface ComparableListing {
  readonly price: string
  /** Rows of its kind alone: 周期, CAS 号; by label. */
  readonly own: readonly { readonly label: string; readonly value: string }[]
  readonly category: string
  readonly shopName: string
  readonly certified: boolean
  readonly place: string
  readonly foundedAt: string
  readonly tags: readonly string[]
  readonly certificates: readonly { readonly name: string; readonly number: string; readonly until: string }[]
  readonly capabilities: readonly string[]
  readonly areas: readonly string[]
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly deliverables: readonly string[]
}

const none = '--'
const lines = (texts: readonly string[]) => (texts.length === 0 ? none : texts.join('\n'))

/** A certificate in one line: its name, number, and last day. */
const certificateText = ({ name, number, until }: ComparableListing['certificates'][number]): string =>
  [name, number, until === '' ? '长期有效' : `至 ${until}`].filter((part) => part !== '').join('，')

/** Listings side by side: price and terms, supplier and qualifications, then every fact that one of them states. */
export function compareListings(listings: readonly ComparableListing[]): CompareGroup[] {
  const row = (label: string, textOf: (listing: ComparableListing) => string) =>
    compareRow(
      label,
      listings.map((listing) => ({ text: textOf(listing) || none })),
    )
  const stated = (listOf: (listing: ComparableListing) => ComparableListing['facts']) =>
    [...new Set(listings.flatMap((listing) => listOf(listing).map(({ label }) => label)))].map((label) =>
      row(label, (listing) => listOf(listing).find((fact) => fact.label === label)?.value ?? ''),
    )
  const groups: CompareGroup[] = [
    {
      title: '价格与条件',
      rows: [row('价格', ({ price }) => price), ...stated(({ own }) => own), row('分类', ({ category }) => category)],
    },
    {
      title: '供应商与资质',
      rows: [
        row('供应商', ({ shopName }) => shopName),
        compareRow(
          '企业认证',
          listings.map(({ certified }) => ({ text: certified ? '已认证' : '未认证', has: certified })),
        ),
        row('所在地区', ({ place }) => place),
        row('成立时间', ({ foundedAt }) => foundedAt),
        row('资质', ({ tags }) => tags.join('、')),
        row('资质证书', ({ certificates }) => lines(certificates.map(certificateText))),
        row('能力', ({ capabilities }) => capabilities.join('、')),
        row('服务地区', ({ areas }) => (areas.length === 0 ? '全国' : areas.join('、'))),
      ],
    },
    { title: '参数', rows: stated(({ facts }) => facts) },
    { title: '交付物', rows: [row('交付物', ({ deliverables }) => lines(deliverables))] },
  ]
  const isStated = ({ cells }: CompareGroup['rows'][number]) => cells.some(({ text }) => text !== none)
  return groups.map(({ title, rows }) => ({ title, rows: rows.filter(isStated) })).filter(({ rows }) => rows.length > 0)
}
