/** Names listed of items that cannot be bought again. */
const maxNames = 3

/** What came of 再次购买: items in the cart, and which ones are not on sale any more. */
export function reorderText(added: number, missing: readonly string[]): string {
  const names = missing.slice(0, maxNames).join('、')
  const gone = missing.length > maxNames ? `${names} 等 ${missing.length} 项` : names
  if (missing.length === 0) return `${added} 项已放入购物车`
  return added === 0 ? `已不能购买：${gone}` : `${added} 项已放入购物车，已不能购买：${gone}`
}
