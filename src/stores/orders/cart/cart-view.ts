import type { InvalidCartItem, CartItem, CartShop } from '../../../contract/orders/cart.ts'

/** The cart as loaded. Money in fen. */
export interface CartContent {
  readonly shops: readonly CartShop[]
  readonly bad: readonly InvalidCartItem[]
  readonly chosenAmount: number
  readonly chosenCount: number
}

/** Unconfirmed change of one item. */
export interface CartEdit {
  readonly quantity?: number
  readonly isChosen?: boolean
}
/** Edits by cartId. */
export type CartEdits = Readonly<Record<number, CartEdit>>

export const itemsOf = ({ shops }: Pick<CartContent, 'shops'>): CartItem[] => shops.flatMap(({ products }) => products)

/** The cart with unconfirmed edits applied: changed amounts are estimates at the loaded unit price. */
export function withEdits(content: CartContent, edits: CartEdits): CartContent {
  if (Object.keys(edits).length === 0) return content
  const shops = content.shops.map((shop) => ({ ...shop, products: shop.products.map((item) => edited(item, edits)) }))
  const chosen = itemsOf({ shops }).filter(({ isChosen }) => isChosen)
  return {
    shops,
    bad: content.bad,
    chosenCount: chosen.length,
    chosenAmount: chosen.reduce((sum, { productAmount }) => sum + productAmount, 0),
  }
}

function edited(item: CartItem, edits: CartEdits): CartItem {
  const edit = edits[item.cartId]
  if (edit === undefined) return item
  const { quantity = item.quantity, isChosen = item.isChosen } = edit
  const productAmount = quantity === item.quantity ? item.productAmount : quantity * item.discountedPrice
  return { ...item, quantity, isChosen, productAmount }
}

/** The cart without some items; shops without items are removed. */
export function withoutItems(content: CartContent, cartIds: readonly number[]): CartContent {
  const gone = new Set(cartIds)
  const shops = content.shops
    .map((shop) => ({ ...shop, products: shop.products.filter(({ cartId }) => !gone.has(cartId)) }))
    .filter(({ products }) => products.length > 0)
  const chosen = itemsOf({ shops }).filter(({ isChosen }) => isChosen)
  return {
    shops,
    bad: content.bad.filter(({ cartId }) => !gone.has(cartId)),
    chosenCount: chosen.length,
    chosenAmount: chosen.reduce((sum, { productAmount }) => sum + productAmount, 0),
  }
}

/** Edits to send after others were sent: later changes stay. */
export function pendingEdits(now: CartEdits, sent: CartEdits): CartEdits {
  return Object.fromEntries(
    Object.entries(now).flatMap(([id, edit]): [string, CartEdit][] => {
      const done = sent[Number(id)] ?? {}
      const rest: CartEdit = {
        ...(edit.quantity === undefined || edit.quantity === done.quantity ? {} : { quantity: edit.quantity }),
        ...(edit.isChosen === undefined || edit.isChosen === done.isChosen ? {} : { isChosen: edit.isChosen }),
      }
      return Object.keys(rest).length === 0 ? [] : [[id, rest]]
    }),
  )
}

/** Parses edits persisted in the tab; anything else is ignored. */
export function parseEdits(text: string): CartEdits {
  const lines = text.split(';').flatMap((line): [number, CartEdit][] => {
    const [, id, quantity = '', chosen = ''] = /^(\d{1,10}):(\d{1,6})?:([01])?$/.exec(line) ?? []
    if (id === undefined) return []
    const edit = {
      ...(quantity === '' ? {} : { quantity: Number(quantity) }),
      ...(chosen === '' ? {} : { isChosen: chosen === '1' }),
    }
    return [[Number(id), edit]]
  })
  return Object.fromEntries(lines)
}

export const serializeEdits = (edits: CartEdits): string =>
  Object.entries(edits)
    .map(([id, { quantity, isChosen }]) => `${id}:${quantity ?? ''}:${isChosen === undefined ? '' : Number(isChosen)}`)
    .join(';')
