import type { SQL } from 'drizzle-orm'
import type { FieldFault } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import type { products, services } from '../../../db/tables/catalogue.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import type { Attribute } from '../../../domain/catalogue/attributes.ts'
import type { ListingForm, ProductForm, ServiceForm } from '../../../domain/catalogue/listing-form.ts'
import type { ListingDetail, ListingKind, ListingStatus, PriceType } from '../../../domain/catalogue/listing.ts'
import type { CategoryNode } from '../category-tree.ts'

export type AnyForm = ServiceForm | ProductForm

/** A listing as its own row, with the form it would be opened with. */
export interface Listing<F extends ListingForm> {
  readonly id: number
  /** serviceNo or productNo. */
  readonly no: string
  readonly shopId: number
  readonly companyId: number
  readonly districtCode: string
  readonly figure: string
  readonly status: ListingStatus
  readonly version: number
  readonly reason: string
  readonly publishedAt: Date | null
  readonly updatedAt: Date
  /** Price that lists show, in fen. */
  readonly priceType: PriceType
  readonly price: number | null
  /** A duration that no count of weeks says (按项目计): stays until the seller gives another. */
  readonly looseDuration?: string
  readonly form: F
}

/** A listing as it is to stand in its table. */
export interface Written<F extends ListingForm> extends Omit<Listing<F>, 'updatedAt' | 'priceType' | 'price'> {
  readonly category: CategoryNode
  /** The shop's own, shown with what it offers. */
  readonly certificates: ListingDetail['certificates']
  readonly shopName: string
  /** Names of its categories by id, root and all. */
  readonly nameOf: ReadonlyMap<number, string>
}

/** What differs between services and goods where sellers publish them. */
export interface Kind<F extends ListingForm> {
  readonly kind: ListingKind
  /** What people call one: 服务, 商品. */
  readonly word: string
  /** Right of those who publish it. */
  readonly permission: Permission
  readonly table: typeof services | typeof products
  readonly number: typeof services.serviceNo | typeof products.productNo
  /** Makes the number of a new one. */
  readonly numberOf: (id: number, year: string) => string
  /** Reads a form that was kept as JSON, or copies one. */
  readonly parse: (form: unknown) => F
  /** Reads a form by the contract, with the words for what is wrong in it. */
  readonly check: (form: F) => { readonly form?: F; readonly faults: readonly FieldFault[] }
  readonly faults: (form: F, attributes: readonly Attribute[]) => { field: string; message: string }[]
  /** Reads listings by a condition; `lock` keeps them from every other writer until the transaction ends. */
  readonly read: (db: Db, where: SQL | undefined, lock?: 'lock') => Promise<Listing<F>[]>
  /** Writes listings, new ones and those that are there already, a few hundred a statement. */
  readonly write: (tx: Db, rows: readonly Written<F>[], now: Date) => Promise<void>
}
