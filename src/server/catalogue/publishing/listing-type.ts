import type { SQL } from 'drizzle-orm'
import type { FieldError } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import type { products, services } from '../../../db/tables/catalogue.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import type { Attribute } from '../../../domain/catalogue/attributes.ts'
import type { ListingForm, ProductForm, ServiceForm } from '../../../domain/catalogue/listing-form.ts'
import type { ListingDetail, ListingKind, ListingStatus, PriceType } from '../../../domain/catalogue/listing.ts'
import type { CategoryNode } from '../../reference/categories.ts'

export type AnyForm = ServiceForm | ProductForm

/** A stored listing with its form. */
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
  /** A duration that is not a number of weeks (按项目计); preserved until the seller enters another. */
  readonly looseDuration?: string
  readonly form: F
}

/** A listing to be written to its table. */
export interface ListingToWrite<F extends ListingForm> extends Omit<Listing<F>, 'updatedAt' | 'priceType' | 'price'> {
  readonly category: CategoryNode
  /** Certificates of the shop, shown with its listings. */
  readonly certificates: ListingDetail['certificates']
  readonly shopName: string
  /** Names of its categories by id, including the root. */
  readonly nameOf: ReadonlyMap<number, string>
}

/** What differs between services and goods when they are published. */
export interface ListingType<F extends ListingForm> {
  readonly kind: ListingKind
  /** Label of the kind: 服务, 商品. */
  readonly word: string
  /** Permission required to publish. */
  readonly permission: Permission
  readonly table: typeof services | typeof products
  readonly number: typeof services.serviceNo | typeof products.productNo
  /** Generates the number of a new listing. */
  readonly numberOf: (id: number, year: string) => string
  /** Parses a form stored as JSON, or copies a form. */
  readonly parse: (form: unknown) => F
  /** Validates a form by the contract schema; returns field errors with their messages. */
  readonly check: (form: F) => { readonly form?: F; readonly faults: readonly FieldError[] }
  readonly faults: (form: F, attributes: readonly Attribute[]) => { field: string; message: string }[]
  /** Reads listings by a condition; `lock` locks their rows until the transaction ends. */
  readonly read: (db: Db, where: SQL | undefined, lock?: 'lock') => Promise<Listing<F>[]>
  /** Inserts or updates listings, a few hundred per statement. */
  readonly write: (tx: Db, rows: readonly ListingToWrite<F>[], now: Date) => Promise<void>
}
