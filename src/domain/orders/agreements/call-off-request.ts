/** What the page of an agreement orders: lines of a version by their places from 0. */
export interface CallOffRequest {
  readonly agreementId: number
  readonly version: number
  readonly items: readonly { readonly line: number; readonly quantity: number }[]
}

/** Serialises a call-off for the address of the checkout: `7,2,0x3,4x10`. */
export const serializeCallOff = ({ agreementId, version, items }: CallOffRequest): string =>
  [agreementId, version, ...items.map(({ line, quantity }) => `${line}x${quantity}`)].join(',')

/** Parses a serialised call-off; undefined if invalid. */
export function parseCallOff(serialized: string): CallOffRequest | undefined {
  const parts = /^([1-9]\d{0,9}),([1-9]\d{0,5})((?:,\d{1,3}x[1-9]\d{0,5}){1,100})$/.exec(serialized)
  if (parts === null) return undefined
  const [, agreementId, version, items = ''] = parts
  return {
    agreementId: Number(agreementId),
    version: Number(version),
    items: items
      .slice(1)
      .split(',')
      .map((item) => {
        const [line, quantity] = item.split('x')
        return { line: Number(line), quantity: Number(quantity) }
      }),
  }
}
