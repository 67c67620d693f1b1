import type { BadCartItem, CartItem, CartShop } from '../../contract/orders/cart.ts'

/** The whole cart as it was read. Money in fen. */
export interface CartContent {
  readonly shops: readonly CartShop[]
  readonly bad: readonly BadCartItem[]
  readonly chosenAmount: number
  readonly chosenCount: number
}

/** What was changed here and is not confirmed yet. */
export interface Edit {
  readonly quantity?: number
  readonly isChosen?: boolean
}
/** By cartId. */
export type Edits = Readonly<Record<number, Edit>>

export const itemsOf = ({ shops }: Pick<CartContent, 'shops'>): CartItem[] => shops.flatMap(({ items }) => items)

/** The cart as its person means it: amounts of what was changed are estimates at the unit price that was read. */
export function withEdits(content: CartContent, edits: Edits): CartContent {
  if (Object.keys(edits).length === 0) return content
  const shops = content.shops.map((shop) => ({ ...shop, items: shop.items.map((item) => edited(item, edits)) }))
  const chosen = itemsOf({ shops }).filter(({ isChosen }) => isChosen)
  return {
    ...{ shops, bad: content.bad, chosenCount: chosen.length },
    chosenAmount: chosen.reduce((sum, { amount }) => sum + amount, 0),
  }
}

function edited(item: CartItem, edits: Edits): CartItem {
  const edit = edits[item.cartId]
  if (edit === undefined) return item
  const { quantity = item.quantity, isChosen = item.isChosen } = edit
  return { ...item, quantity, isChosen, amount: quantity === item.quantity ? item.amount : quantity * item.unitPrice }
}

/** The cart without some of it; shops that sell nothing of it any more go. */
export function without(content: CartContent, cartIds: readonly number[]): CartContent {
  const gone = new Set(cartIds)
  const shops = content.shops
    .map((shop) => ({ ...shop, items: shop.items.filter(({ cartId }) => !gone.has(cartId)) }))
    .filter(({ items }) => items.length > 0)
  const chosen = itemsOf({ shops }).filter(({ isChosen }) => isChosen)
  return {
    ...{ shops, bad: content.bad.filter(({ cartId }) => !gone.has(cartId)), chosenCount: chosen.length },
    chosenAmount: chosen.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/** The edits that are still to be sent once others have been: what was changed meanwhile stays. */
export function stillOpen(now: Edits, sent: Edits): Edits {
  return Object.fromEntries(
    Object.entries(now).flatMap(([id, edit]): [string, Edit][] => {
      const done = sent[Number(id)] ?? {}
      const rest: Edit = {
        ...(edit.quantity === undefined || edit.quantity === done.quantity ? {} : { quantity: edit.quantity }),
        ...(edit.isChosen === undefined || edit.isChosen === done.isChosen ? {} : { isChosen: edit.isChosen }),
      }
      return Object.keys(rest).length === 0 ? [] : [[id, rest]]
    }),
  )
}

/** Edits as a tab keeps them over a reload; anything else is nothing. */
export function readEdits(text: string): Edits {
  const lines = text.split(';').flatMap((line): [number, Edit][] => {
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

export const writeEdits = (edits: Edits): string =>
  Object.entries(edits)
    .map(([id, { quantity, isChosen }]) => `${id}:${quantity ?? ''}:${isChosen === undefined ? '' : Number(isChosen)}`)
    .join(';')
