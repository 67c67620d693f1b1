import type { Api } from '../../client/api.ts'
import { api } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import type { ListingCounts } from '../../contract/catalogue/publishing.ts'
import type { Outcomes } from '../../contract/daily-list.ts'
import type { PricePreviewRow } from '../../contract/catalogue/price-changes.ts'
import type { OpenedProduct, SellerProductRow } from '../../contract/catalogue/seller-products.ts'
import type { OpenedService, SellerServiceRow } from '../../contract/catalogue/seller-services.ts'
import type { ListingKind, PriceType } from '../../domain/catalogue/listing.ts'
import { emptyProduct, emptyService } from '../../domain/catalogue/listing-form.ts'
import type { ListingChangeStatus, ListingStatus, SellerListingEvent } from '../../domain/catalogue/listing-states.ts'
import {
  productToWire,
  serviceToWire,
  productFromWire,
  serviceFromWire,
} from '../../domain/catalogue/listing-wire-fields.ts'
import type { PriceChange } from '../../domain/catalogue/price-change.ts'
import type { ListingSortKey } from '../../domain/daily-lists.ts'
import { links } from '../../domain/links.ts'
import type { ListFilter, PageConditions } from '../daily-list.ts'
import { productInput, serviceInput } from './listing-input.ts'
import { productValues, serviceValues, type ListingValues } from './listing-values.ts'

type ServiceField = Extract<keyof SellerServiceRow, `service${string}`>
/** Service or product in the seller's own list. `catalogueNo`, `stock` and `specCount` are empty for services. */
export type SellerListing = Omit<SellerServiceRow, ServiceField> &
  Pick<SellerProductRow, 'catalogueNo' | 'stock' | 'specCount'> & {
    readonly id: number
    readonly no: string
    readonly title: string
    readonly priceType: PriceType
    readonly price: number | null
    readonly highPrice: number | null
    readonly pictureUrl: string
  }

/** Metadata and form values of a listing opened for editing. */
export interface OpenedListing {
  /** Null until the first save. */
  readonly id: number | null
  readonly no: string
  readonly status: ListingStatus
  readonly change: ListingChangeStatus | null
  readonly reason: string
  readonly version: number
  readonly history: readonly OpenedService['history'][number][]
  readonly values: ListingValues
}

export interface SavedListing {
  readonly id: number
  /** Undefined where the answer does not contain it: unchanged. */
  readonly no: string | undefined
  readonly status: ListingStatus
  readonly change: ListingChangeStatus | null
  readonly version: number
}

/** Seller calls for one kind of listing, with the same signatures for services and products. */
export interface ListingCalls {
  readonly list: (
    conditions: PageConditions<ListingStatus, ListingSortKey>,
  ) => Promise<Answer<{ total: number; data: readonly SellerListing[] }>>
  readonly count: () => Promise<Answer<ListingCounts>>
  readonly open: (id: number) => Promise<Answer<OpenedListing>>
  /** An unsaved, empty listing. */
  readonly createEmpty: () => OpenedListing
  /** `idempotencyKey` stays the same for retries, so that only one listing is created. */
  readonly create: (values: ListingValues, submit: boolean, idempotencyKey: string) => Promise<Answer<SavedListing>>
  readonly update: (
    id: number,
    version: number,
    values: ListingValues,
    submit: boolean,
  ) => Promise<Answer<SavedListing>>
  readonly discardChange: (id: number) => Promise<Answer<unknown>>
  readonly changeStatus: (ids: readonly number[], event: SellerListingEvent) => Promise<Answer<Outcomes>>
  readonly delete: (ids: readonly number[]) => Promise<Answer<Outcomes>>
  readonly sheet: (filter: ListFilter<ListingStatus>, ids?: number[]) => Promise<Answer<{ readonly url: string }>>
  readonly previewPrices: (ids: readonly number[], change: PriceChange) => Promise<Answer<{ rows: PricePreviewRow[] }>>
  /** All rows or none, with the versions of the preview. */
  readonly changePrices: (
    rows: readonly Pick<PricePreviewRow, 'listingId' | 'version'>[],
    change: PriceChange,
  ) => Promise<Answer<{ readonly done: number; readonly inReview: number }>>
}

const mapContent = <A, B>(answer: Answer<A>, turn: (content: A) => B): Answer<B> =>
  answer.ok ? { ok: true, content: turn(answer.content) } : answer

const newListing = { id: null, no: '', status: 'draft', change: null, reason: '', version: 1, history: [] } as const

const openedService = ({ serviceId, serviceNo, form, ...around }: OpenedService): OpenedListing => ({
  ...around,
  id: serviceId,
  no: serviceNo,
  values: serviceValues(serviceFromWire(form)),
})
const openedProduct = ({ productId, productNo, form, ...around }: OpenedProduct): OpenedListing => ({
  ...around,
  id: productId,
  no: productNo,
  values: productValues(productFromWire(form)),
})

/** Maps a service row to the field names shared with products. */
const toServiceRow = (called: SellerServiceRow): SellerListing => {
  const { serviceId: id, serviceNo: no, serviceName: title, serviceMainPicUrl: pictureUrl, ...rest } = called
  const { servicePriceType: priceType, servicePrice: price, serviceHighPrice: highPrice, ...row } = rest
  const goods = { catalogueNo: '', stock: 0, specCount: 0 }
  return { ...row, ...goods, id, no, title, pictureUrl, priceType, price, highPrice }
}
const toProductRow = (called: SellerProductRow): SellerListing => {
  const { productId: id, productNo: no, productName: title, productMainPicUrl: pictureUrl, ...rest } = called
  const { productPriceType: priceType, productPrice: price, productHighPrice: highPrice, ...row } = rest
  return { ...row, id, no, title, pictureUrl, priceType, price, highPrice }
}

const serviceCalls = ({ catalogue }: Api): ListingCalls => ({
  list: async (filter) =>
    mapContent(await catalogue.sellerServices(filter), ({ total, data }) => ({
      total,
      data: data.map(toServiceRow),
    })),
  count: () => catalogue.serviceCount({}),
  open: async (serviceId) => mapContent(await catalogue.sellerService({ serviceId }), openedService),
  createEmpty: () => ({ ...newListing, values: serviceValues(emptyService) }),
  create: async (values, submit, idempotencyKey) =>
    mapContent(
      await catalogue.serviceSave({ ...serviceToWire(serviceInput(values)), submit }, { idempotencyKey }),
      ({ serviceId, ...saved }) => ({
        ...saved,
        id: serviceId,
        no: undefined,
      }),
    ),
  update: async (serviceId, version, values, submit) =>
    mapContent(
      await catalogue.serviceUpdate({ ...serviceToWire(serviceInput(values)), submit, serviceId, version }),
      ({ serviceId: id, ...saved }) => ({ ...saved, id, no: undefined }),
    ),
  discardChange: (serviceId) => catalogue.serviceChangeDelete({ serviceId }),
  changeStatus: (ids, event) => catalogue.serviceChangeStatus({ serviceIds: [...ids], event }),
  delete: (ids) => catalogue.serviceDelete({ serviceIds: [...ids] }),
  sheet: (filter, listingIds) => catalogue.listingExport({ ...filter, kind: 'service', listingIds }),
  previewPrices: (ids, change) => catalogue.servicePricePreview({ listingIds: [...ids], change }),
  changePrices: (rows, change) => catalogue.servicePriceChange({ rows: [...rows], change }),
})

const productCalls = ({ catalogue }: Api): ListingCalls => ({
  list: async (filter) =>
    mapContent(await catalogue.sellerProducts(filter), ({ total, data }) => ({
      total,
      data: data.map(toProductRow),
    })),
  count: () => catalogue.productCount({}),
  open: async (productId) => mapContent(await catalogue.sellerProduct({ productId }), openedProduct),
  createEmpty: () => ({ ...newListing, values: productValues(emptyProduct) }),
  create: async (values, submit, idempotencyKey) =>
    mapContent(
      await catalogue.productSave({ ...productToWire(productInput(values)), submit }, { idempotencyKey }),
      ({ productId: id, productNo: no, ...saved }) => ({ ...saved, id, no }),
    ),
  update: async (productId, version, values, submit) =>
    mapContent(
      await catalogue.productUpdate({ ...productToWire(productInput(values)), submit, productId, version }),
      ({ productId: id, productNo: no, ...saved }) => ({ ...saved, id, no }),
    ),
  discardChange: (productId) => catalogue.productChangeDelete({ productId }),
  changeStatus: (ids, event) => catalogue.productChangeStatus({ productIds: [...ids], event }),
  delete: (ids) => catalogue.productDelete({ productIds: [...ids] }),
  sheet: (filter, listingIds) => catalogue.listingExport({ ...filter, kind: 'product', listingIds }),
  previewPrices: (ids, change) => catalogue.productPricePreview({ listingIds: [...ids], change }),
  changePrices: (rows, change) => catalogue.productPriceChange({ rows: [...rows], change }),
})

/** Calls for one kind of listing; uses the page's client unless another one is given. */
export const listingCalls = (kind: ListingKind, client: Api = api): ListingCalls =>
  kind === 'service' ? serviceCalls(client) : productCalls(client)

/** Display name and links of each kind of listing. */
export const listingKindInfo = {
  service: {
    name: '服务',
    list: links.sellerServices,
    edit: links.sellerEditService,
    preview: ({ id }: { id: number; no: string }) => links.serviceDetailPreview(id),
    page: ({ id }: { id: number; no: string }) => links.serviceDetail(id),
  },
  product: {
    name: '商品',
    list: links.sellerGoods,
    edit: links.sellerEditGoods,
    preview: ({ no }: { id: number; no: string }) => links.goodsDetailPreview(no),
    page: ({ no }: { id: number; no: string }) => links.goodsDetail(no),
  },
} as const
