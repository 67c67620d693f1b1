/** What an order is called: its one thing with the quantity, or the first of several. */
export function orderTitle(things: readonly { readonly name: string; readonly quantity: number }[]): string {
  const [first] = things
  if (first === undefined) return ''
  if (things.length > 1) return `${first.name} 等 ${things.length} 种`
  return first.quantity > 1 ? `${first.name} ×\u00a0${first.quantity}` : first.name
}
