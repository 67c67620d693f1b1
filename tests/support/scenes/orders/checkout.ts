import { and, eq, inArray } from 'drizzle-orm'
import type { Confirmation } from '../../../../src/contract/orders/checkout.ts'
import { userAddresses } from '../../../../src/db/tables/orders.ts'
import { users } from '../../../../src/db/tables/accounts.ts'
import { cartItems } from '../../../../src/db/tables/cart.ts'
import { productSpecs } from '../../../../src/db/tables/catalogue.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { companyOf, ref, soldSpecs, type SoldSpec } from './cart.ts'

/** Specifications that a buyer may buy: not of their own company. */
export async function othersGoods(app: Pick<TestApp, 'db'>, buyer: string): Promise<SoldSpec[]> {
  const own = await companyOf(app, buyer)
  return (await soldSpecs(app)).filter(({ companyId }) => companyId !== own)
}

/** Two specifications of different shops. */
export function oneOfEach(sold: readonly SoldSpec[]): [SoldSpec, SoldSpec] {
  const [first] = sold
  const other = sold.find(({ companyId }) => companyId !== first?.companyId)
  if (first === undefined || other === undefined) throw new Error('One shop sells everything')
  return [first, other]
}

/** Adds specifications to the cart; returns the cart item ids in the same order. */
export async function intoCart(who: Client, specs: readonly SoldSpec[], quantity?: number): Promise<number[]> {
  const ids: number[] = []
  for (const spec of specs) {
    const joined = contentOf(await who.api.orders.cartJoin({ ...ref(spec), quantity: quantity ?? spec.minOrder }))
    ids.push(joined.cartId)
  }
  return ids
}

/** Default address of a person, created if there is none. */
export async function addressOf(app: Pick<TestApp, 'db'>, who: Client, loginName: string): Promise<number> {
  const [found] = await app.db
    .select({ id: userAddresses.id })
    .from(userAddresses)
    .innerJoin(users, eq(users.id, userAddresses.userId))
    .where(and(eq(users.loginName, loginName), eq(userAddresses.isDefault, true)))
  if (found !== undefined) return found.id
  const address = { receiver: '王收', mobile: '13812345678', districtCode: '510104', street: '一号楼', isDefault: true }
  return contentOf(await who.api.orders.addressSave(address)).addressId
}

/** Submits a confirmation as displayed. */
export const submitted = (
  who: Client,
  asked: Parameters<Client['api']['orders']['orderConfirm']>[0],
  { orderAmount }: Pick<Confirmation, 'orderAmount'>,
  more: {
    readonly invoice?: 'none' | 'normal' | 'special'
    readonly remarks?: { shopId: number; remark: string }[]
  } = {},
  idempotencyKey: string = crypto.randomUUID(),
) => who.api.orders.orderSubmit({ invoice: 'none', ...asked, ...more, orderAmount }, { idempotencyKey })

/** Confirms and submits. */
export async function ordered(who: Client, asked: Parameters<Client['api']['orders']['orderConfirm']>[0]) {
  return contentOf(await submitted(who, asked, contentOf(await who.api.orders.orderConfirm(asked))))
}

/** Stock of some specifications, in their order. */
export async function stockOf(app: Pick<TestApp, 'db'>, specIds: readonly number[]): Promise<number[]> {
  const rows = await app.db
    .select()
    .from(productSpecs)
    .where(inArray(productSpecs.id, [...specIds]))
  return specIds.map((id) => rows.find((row) => row.id === id)?.stock ?? -1)
}

export const emptyCarts = async (app: Pick<TestApp, 'db'>): Promise<void> => void (await app.db.delete(cartItems))
