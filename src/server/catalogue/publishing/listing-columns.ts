import type { ListingForm } from '../../../domain/catalogue/listing-form.ts'
import type { ListingDetail, ListingFile, ListingPicture, PriceType } from '../../../domain/catalogue/listing.ts'
import type { AttributeValues } from '../../../domain/catalogue/attributes.ts'
import { listingDocument } from '../../search/index-documents.ts'
import { listingTokens } from '../../search/document-tokens.ts'
import type { ListingToWrite } from './listing-type.ts'

/** Columns to write that services and goods share. */
export const sharedColumns = (
  { form, category, certificates, ...row }: ListingToWrite<ListingForm>,
  now: Date,
  {
    brand,
    numbers,
    specifications,
  }: { readonly brand: string; readonly numbers: readonly string[]; readonly specifications: readonly string[] },
) => ({
  tokens: listingTokens(
    listingDocument(
      { ...form, detail: detailColumn(form, certificates), path: category.path, shopName: row.shopName },
      row.nameOf,
      brand === '' ? [] : [brand],
      [row.no, ...numbers].filter((number) => number !== ''),
      specifications,
    ),
  ).join(' '),
  id: row.id,
  shopId: row.shopId,
  companyId: row.companyId,
  districtCode: row.districtCode,
  categoryId: category.id,
  categoryPath: [...category.path],
  figure: row.figure,
  title: form.title,
  summary: form.summary,
  priceType: form.priceType,
  price: form.price,
  highPrice: form.highPrice,
  tags: [...form.tags],
  capabilities: [...form.capabilities],
  areaCodes: [...form.areaCodes],
  attributes: form.attributes,
  pictures: form.pictures,
  attachments: form.attachments,
  detail: detailColumn(form, certificates),
  status: row.status,
  reason: row.reason,
  version: row.version,
  publishedAt: row.publishedAt,
  updatedAt: now,
})

const detailColumn = (
  { facts, paragraphs, table, steps, deliverables }: ListingForm,
  certificates: ListingDetail['certificates'],
): ListingDetail => ({
  facts,
  paragraphs,
  steps,
  deliverables,
  certificates,
  ...(table === null ? {} : { table }),
})

interface SharedRow {
  readonly title: string
  readonly categoryId: number
  readonly categoryPath: readonly number[]
  readonly summary: string
  readonly priceType: PriceType
  readonly price: number | null
  readonly highPrice: number | null
  readonly tags: readonly string[]
  readonly capabilities: readonly string[]
  readonly areaCodes: readonly string[]
  readonly attributes: AttributeValues
  readonly pictures: readonly ListingPicture[]
  readonly attachments: readonly ListingFile[]
  readonly detail: ListingDetail
}

/** The shared part of the form of a row. The root category means that none is chosen yet. */
export const sharedForm = ({ detail, ...row }: SharedRow): ListingForm => ({
  title: row.title,
  summary: row.summary,
  categoryId: row.categoryPath.length > 1 ? row.categoryId : null,
  priceType: row.priceType,
  price: row.price,
  highPrice: row.highPrice,
  tags: row.tags,
  capabilities: row.capabilities,
  areaCodes: row.areaCodes,
  attributes: row.attributes,
  facts: detail.facts,
  paragraphs: detail.paragraphs,
  table: detail.table ?? null,
  steps: detail.steps,
  deliverables: detail.deliverables,
  pictures: row.pictures,
  attachments: row.attachments,
})

/** Columns of `sharedColumns` that an update sets; the owner never changes. */
export const changedColumns: readonly string[] = [
  'categoryId',
  'categoryPath',
  'figure',
  'tokens',
  'title',
  'summary',
  'priceType',
  'price',
  'highPrice',
  'tags',
  'capabilities',
  'areaCodes',
  'attributes',
  'pictures',
  'attachments',
  'detail',
  'status',
  'reason',
  'version',
  'publishedAt',
  'updatedAt',
]
