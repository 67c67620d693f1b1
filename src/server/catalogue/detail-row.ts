import { companies } from '../../db/tables/accounts.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { ShopBox } from '../../contract/catalogue/listing-fields.ts'
import { visiblePart, type Visibility } from '../../domain/accounts/visibility.ts'
import type { ListingDetail } from '../../domain/catalogue/listing.ts'
import { wayTo, type CategoryNode } from './category-tree.ts'
import { plateName } from './listing-row.ts'

/** Columns of the shop's box on a detail page. */
export const boxColumns = {
  shopLogo: shops.logo,
  companyName: companies.name,
  foundedAt: companies.foundedAt,
  visibility: companies.visibility,
  companyDistrict: companies.districtCode,
  serviceAccount: shops.serviceCount,
  productAccount: shops.productCount,
  shopFollows: shops.followCount,
  shopTags: shops.tags,
}

type BoxRow = Pick<
  ShopBox,
  'shopId' | 'orgId' | 'shopName' | 'shopLogo' | 'companyName' | 'serviceAccount' | 'productAccount'
> & {
  readonly foundedAt: string | null
  readonly visibility: Partial<Visibility>
  readonly companyDistrict: string
  readonly shopFollows: number
  readonly shopTags: string[]
  readonly certification: string
}

/** The shop's box from a joined row: what its company lets everyone see. */
export const boxOf = (row: BoxRow, regionOf: (code: string) => string): ShopBox => ({
  shopId: row.shopId,
  orgId: row.orgId,
  shopName: row.shopName,
  shopLogo: row.shopLogo,
  companyName: row.companyName,
  certified: row.certification === 'approved',
  districtName: regionOf(row.companyDistrict),
  foundedAt: visiblePart(row.visibility, 'founded', 'public', row.foundedAt),
  serviceAccount: row.serviceAccount,
  productAccount: row.productAccount,
  followCount: row.shopFollows,
  tags: row.shopTags,
})

/** What services and goods share on their detail pages, besides their row. */
export const detailColumns = (t: typeof services | typeof products) => ({
  detail: t.detail,
  categoryPath: t.categoryPath,
  followCount: t.followCount,
  publishedAt: t.publishedAt,
})

interface DetailRow {
  readonly detail: ListingDetail
  readonly categoryPath: number[]
  readonly followCount: number
  readonly publishedAt: Date | null
  readonly figure: string
}

/** The detail in the names of the wire. */
export function detailOf(row: DetailRow, nodes: ReadonlyMap<number, CategoryNode>) {
  const { facts, paragraphs, table, steps, deliverables, certificates } = row.detail
  return {
    facts: [...facts],
    paragraphs: [...paragraphs],
    table:
      table === undefined
        ? null
        : { title: table.title, head: [...table.head], rows: table.rows.map((cells) => [...cells]) },
    steps: [...steps],
    deliverables: [...deliverables],
    certificates: [...certificates],
    categoryPath: wayTo(nodes, row.categoryPath),
    figures: figuresOf(row, nodes),
    followCount: row.followCount,
    publishedAt: row.publishedAt?.toISOString() ?? null,
  }
}

/** The listing's own plate, then those of its categories; of a service also those of its stage. Five at most. */
function figuresOf({ figure, categoryPath }: DetailRow, nodes: ReadonlyMap<number, CategoryNode>): string[] {
  const own = categoryPath.flatMap((id) => nodes.get(id) ?? []).toReversed()
  const stage = own.find((node) => node.level === 1)
  const near = [...nodes.values()].filter((node) => stage?.kind === 'service' && node.path.includes(stage.id))
  const plates = [
    figure,
    ...own.filter(({ level }) => level > 0).map((node) => node.figure),
    ...near.map((node) => node.figure),
  ]
  return [...new Set(plates.filter((plate) => plate !== '').map(plateName))].slice(0, 5)
}
