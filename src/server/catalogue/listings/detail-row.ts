import { sql } from 'drizzle-orm'
import { companies } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { shopQualifications, shops } from '../../../db/tables/shops.ts'
import type { ShopBox } from '../../../contract/catalogue/listing-fields.ts'
import type { SupplierRecord } from '../../../contract/orders/supplier-record.ts'
import { visiblePart, type Visibility } from '../../../domain/accounts/visibility.ts'
import { attributeFacts, type AttributeValues } from '../../../domain/catalogue/attributes.ts'
import type { ListingDetail, ListingFile, ListingPicture } from '../../../domain/catalogue/listing.ts'
import { emptyTradeRecord } from '../../../domain/orders/supplier-record.ts'
import { holidayAt } from '../../../domain/shops/holiday.ts'
import { date } from '../../../domain/time.ts'
import type { Context } from '../../handler.ts'
import { cachedReads } from '../../cached-reads.ts'
import { attributesByPath } from '../category-attributes.ts'
import { categoryNodes, categoryTrail } from '../../reference/categories.ts'
import { placeholderImages } from './placeholder-images.ts'
import { regionNames } from '../../reference/region-names.ts'
import { downloadCounts } from '../../platform/files/files.ts'
import { supplierFacts } from '../../shops/supplier-facts.ts'
import { isCertified, type CertificationStatus } from '../../../domain/accounts/certification.ts'

/** Columns of the shop's box on a detail page. */
export const shopBoxColumns = {
  shopLogo: shops.logo,
  companyName: companies.name,
  foundedAt: companies.foundedAt,
  visibility: companies.visibility,
  companyDistrict: companies.districtCode,
  serviceAccount: shops.serviceCount,
  productAccount: shops.productCount,
  shopFollows: shops.followCount,
  shopTags: shops.tags,
  holidayFrom: shops.holidayFrom,
  holidayUntil: shops.holidayUntil,
  holidayNotice: shops.holidayNotice,
}

type ShopBoxRow = Pick<
  ShopBox,
  'shopId' | 'orgId' | 'shopName' | 'shopLogo' | 'companyName' | 'serviceAccount' | 'productAccount'
> & {
  readonly foundedAt: string | null
  readonly visibility: Partial<Visibility>
  readonly companyDistrict: string
  readonly shopFollows: number
  readonly shopTags: string[]
  readonly certification: CertificationStatus
  readonly holidayFrom: string | null
  readonly holidayUntil: string | null
  readonly holidayNotice: string
}

/** Supplier records are needed on every detail page, so they are cached for a minute. */
const cachedRecord = cachedReads<SupplierRecord>({ tags: [] })

async function supplierRecordOf(context: Pick<Context, 'db' | 'pages'>, companyId: number): Promise<SupplierRecord> {
  const read = async () => (await supplierFacts(context.db, [companyId])).get(companyId) ?? emptyTradeRecord
  return cachedRecord(context, String(companyId), read)
}

/** The shop box from a joined row: public company fields and the supplier record. */
export const presentShopBox = async (
  row: ShopBoxRow,
  regionOf: (code: string) => string,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<ShopBox> => ({
  shopId: row.shopId,
  orgId: row.orgId,
  shopName: row.shopName,
  shopLogo: row.shopLogo,
  companyName: row.companyName,
  certified: isCertified(row.certification),
  districtName: regionOf(row.companyDistrict),
  foundedAt: visiblePart(row.visibility, 'founded', 'public', row.foundedAt),
  serviceAccount: row.serviceAccount,
  productAccount: row.productAccount,
  followCount: row.shopFollows,
  tags: row.shopTags,
  holiday: holidayOf(row),
  record: await supplierRecordOf(context, row.orgId),
})

/** The current or announced holiday; null without one. */
function holidayOf({ holidayFrom: from, holidayUntil: until, holidayNotice: notice }: ShopBoxRow): ShopBox['holiday'] {
  if (from === null || until === null) return null
  const at = holidayAt({ from, until }, date(new Date().toISOString()))
  return at === null ? null : { at, from, until, notice }
}

/** Detail columns that services and goods share, in addition to the list row. */
export const detailColumns = (t: typeof services | typeof products) => ({
  detail: t.detail,
  pictures: t.pictures,
  attachments: t.attachments,
  attributes: t.attributes,
  capabilities: t.capabilities,
  areaCodes: t.areaCodes,
  categoryPath: t.categoryPath,
  viewCount: t.viewCount,
  followCount: t.followCount,
  publishedAt: t.publishedAt,
  held: validCertificates(t),
})

type Certificates = ListingDetail['certificates']
type HeldCertificates = readonly {
  readonly tag: string
  readonly name: string
  readonly number: string
  readonly issuer: string
  readonly scope: string
  readonly until: string
}[]

/** Certificates of the shop that are valid today, one for each name: the one that ends last. */
const validCertificates = ({ shopId }: typeof services | typeof products) => sql<HeldCertificates>`(
  select coalesce(jsonb_agg(jsonb_build_object('tag', paper.tag, 'name', paper.name, 'number', paper.number,
    'issuer', paper.issuer, 'scope', paper.scope, 'until', coalesce(paper.until::text, '')) order by paper.first), '[]'::jsonb)
  from (select distinct on (q.name) q.tag, q.name, q.number, q.issuer, q.scope, q.until,
      min(q.id) over (partition by q.name) as first
    from ${shopQualifications} q where q.shop_id = ${shopId} and q.status = 'approved'
      and (q.until is null or q.until >= (now() at time zone 'Asia/Shanghai')::date)
    order by q.name, q.until desc nulls first) as paper)`

/** Certificates in force that the listing was published with, or whose tag it shows. */
function shownCertificates(written: Certificates, tags: readonly string[], held: HeldCertificates) {
  const names = new Set(written.map(({ name }) => name))
  return held.filter(({ name, tag }) => names.has(name) || tags.includes(tag))
}

interface DetailRow {
  readonly detail: ListingDetail
  readonly pictures: readonly ListingPicture[]
  readonly attachments: readonly ListingFile[]
  readonly attributes: AttributeValues
  readonly capabilities: readonly string[]
  readonly areaCodes: readonly string[]
  readonly categoryPath: number[]
  readonly viewCount: number
  readonly followCount: number
  readonly publishedAt: Date | null
  readonly figure: string
  readonly tags: readonly string[]
  readonly held: HeldCertificates
}

/** The detail in wire field names. Category attributes come first among the facts. */
export async function presentDetail(row: DetailRow, context: Pick<Context, 'db' | 'pages'>) {
  const { facts, paragraphs, table, steps, deliverables, certificates } = row.detail
  const { db } = context
  const nodes = await categoryNodes(context)
  const regionOf = await regionNames(db)
  const attributesOf = await attributesByPath(context)
  const named = attributeFacts(attributesOf(row.categoryPath), row.attributes)
  const known = new Set(named.map(({ label }) => label))
  const files = row.attachments.map(({ fileId }) => fileId)
  const downloads = files.length === 0 ? new Map<string, number>() : await downloadCounts(db, files)
  return {
    facts: [...named, ...facts.filter(({ label }) => !known.has(label))],
    paragraphs: [...paragraphs],
    table:
      table === undefined
        ? null
        : { title: table.title, head: [...table.head], rows: table.rows.map((cells) => [...cells]) },
    steps: [...steps],
    deliverables: [...deliverables],
    certificates: shownCertificates(certificates, row.tags, row.held),
    categoryPath: categoryTrail(nodes, row.categoryPath),
    figures: placeholderImages(row, nodes),
    pictures: row.pictures.map(({ url }) => url),
    attachments: row.attachments.map((file) => ({ ...file, downloads: downloads.get(file.fileId) ?? 0 })),
    capabilities: [...row.capabilities],
    areas: row.areaCodes.map(regionOf).filter((name) => name !== ''),
    viewCount: row.viewCount,
    followCount: row.followCount,
    publishedAt: row.publishedAt?.toISOString() ?? null,
  }
}
