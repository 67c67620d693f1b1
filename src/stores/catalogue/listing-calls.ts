import type { Api } from '../../client/api.ts'
import { api } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import type { ListingCounts, Outcomes } from '../../contract/catalogue/publishing.ts'
import type { OpenedProduct, SellerProductRow } from '../../contract/catalogue/seller-products.ts'
import type { OpenedService, SellerServiceRow } from '../../contract/catalogue/seller-services.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { emptyProduct, emptyService } from '../../domain/catalogue/listing-form.ts'
import type { ListingChangeStatus, ListingStatus, SellerListingEvent } from '../../domain/catalogue/listing-states.ts'
import { links } from '../../domain/links.ts'
import { productInput, serviceInput } from './listing-input.ts'
import { productValues, serviceValues, type ListingValues } from './listing-values.ts'

type Both<Row, Id extends keyof Row, No extends keyof Row> = Omit<Row, Id | No> & {
  readonly id: number
  readonly no: string
}
/** A service or a product in the list of its seller. Of a service the last three are empty. */
export type SellerListing = Both<SellerServiceRow, 'serviceId', 'serviceNo'> &
  Pick<SellerProductRow, 'catalogueNo' | 'stock' | 'specCount'>

/** What is around the form of a listing. */
export interface OpenedListing {
  /** Null while it is not on the server. */
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
  /** Undefined where the answer does not tell it: it is what it was. */
  readonly no: string | undefined
  readonly status: ListingStatus
  readonly change: ListingChangeStatus | null
  readonly version: number
}

export interface ListingFilter {
  readonly keyword: string
  readonly status?: ListingStatus
  readonly current: number
  readonly pageSize: number
}

/** What sellers ask the server of one kind of listing, in the same words for both kinds. */
export interface ListingCalls {
  readonly list: (filter: ListingFilter) => Promise<Answer<{ total: number; data: readonly SellerListing[] }>>
  readonly count: () => Promise<Answer<ListingCounts>>
  readonly open: (id: number) => Promise<Answer<OpenedListing>>
  /** A form that is not on the server yet. */
  readonly empty: () => OpenedListing
  /** `idempotencyKey` belongs to the intention: repeated with it, one listing is made. */
  readonly create: (values: ListingValues, submit: boolean, idempotencyKey: string) => Promise<Answer<SavedListing>>
  readonly update: (
    id: number,
    version: number,
    values: ListingValues,
    submit: boolean,
  ) => Promise<Answer<SavedListing>>
  readonly drop: (id: number) => Promise<Answer<unknown>>
  readonly change: (ids: readonly number[], event: SellerListingEvent) => Promise<Answer<Outcomes>>
  readonly remove: (ids: readonly number[]) => Promise<Answer<Outcomes>>
}

const turned = <A, B>(answer: Answer<A>, turn: (content: A) => B): Answer<B> =>
  answer.ok ? { ok: true, content: turn(answer.content) } : answer

const fresh = { id: null, no: '', status: 'draft', change: null, reason: '', version: 1, history: [] } as const

const ofService = ({ serviceId, serviceNo, form, ...around }: OpenedService): OpenedListing => ({
  ...around,
  ...{ id: serviceId, no: serviceNo },
  values: serviceValues(form),
})
const ofProduct = ({ productId, productNo, form, ...around }: OpenedProduct): OpenedListing => ({
  ...around,
  ...{ id: productId, no: productNo },
  values: productValues(form),
})

const services = ({ catalogue }: Api): ListingCalls => ({
  list: async (filter) =>
    turned(await catalogue.sellerServices(filter), ({ total, data }) => ({
      total,
      data: data.map(({ serviceId, serviceNo, ...row }) => ({
        ...row,
        ...{ id: serviceId, no: serviceNo, catalogueNo: '', stock: 0, specCount: 0 },
      })),
    })),
  count: () => catalogue.serviceCount({}),
  open: async (serviceId) => turned(await catalogue.sellerService({ serviceId }), ofService),
  empty: () => ({ ...fresh, values: serviceValues(emptyService) }),
  create: async (values, submit, idempotencyKey) =>
    turned(
      await catalogue.serviceSave({ ...serviceInput(values), submit }, { idempotencyKey }),
      ({ serviceId, ...saved }) => ({
        ...saved,
        ...{ id: serviceId, no: undefined },
      }),
    ),
  update: async (serviceId, version, values, submit) =>
    turned(
      await catalogue.serviceUpdate({ ...serviceInput(values), submit, serviceId, version }),
      ({ serviceId: id, ...saved }) => ({ ...saved, ...{ id, no: undefined } }),
    ),
  drop: (serviceId) => catalogue.serviceChangeDrop({ serviceId }),
  change: (ids, event) => catalogue.serviceChangeStatus({ serviceIds: [...ids], event }),
  remove: (ids) => catalogue.serviceDelete({ serviceIds: [...ids] }),
})

const products = ({ catalogue }: Api): ListingCalls => ({
  list: async (filter) =>
    turned(await catalogue.sellerProducts(filter), ({ total, data }) => ({
      total,
      data: data.map(({ productId, productNo, ...row }) => ({ ...row, ...{ id: productId, no: productNo } })),
    })),
  count: () => catalogue.productCount({}),
  open: async (productId) => turned(await catalogue.sellerProduct({ productId }), ofProduct),
  empty: () => ({ ...fresh, values: productValues(emptyProduct) }),
  create: async (values, submit, idempotencyKey) =>
    turned(
      await catalogue.productSave({ ...productInput(values), submit }, { idempotencyKey }),
      ({ productId: id, productNo: no, ...saved }) => ({ ...saved, ...{ id, no } }),
    ),
  update: async (productId, version, values, submit) =>
    turned(
      await catalogue.productUpdate({ ...productInput(values), submit, productId, version }),
      ({ productId: id, productNo: no, ...saved }) => ({ ...saved, ...{ id, no } }),
    ),
  drop: (productId) => catalogue.productChangeDrop({ productId }),
  change: (ids, event) => catalogue.productChangeStatus({ productIds: [...ids], event }),
  remove: (ids) => catalogue.productDelete({ productIds: [...ids] }),
})

/** The calls of one kind, over the page's own client unless another is given. */
export const callsOf = (kind: ListingKind, client: Api = api): ListingCalls =>
  kind === 'service' ? services(client) : products(client)

/** What a listing's kind is called, and where its pages are. */
export const kindWords = {
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
