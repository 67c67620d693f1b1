/** A link to a detail page of this site, as typed into a message. */
export type OwnLink =
  | { readonly kind: 'demand'; readonly demandId: number }
  | { readonly kind: 'service'; readonly serviceId: number }
  | { readonly kind: 'market'; readonly productNo: string }

const candidate =
  /(https?:\/\/[\w.:[\]-]+)?\/(demandHall\/detail|serviceHall\/serviceDetails|marketHall\/marketDetails)\?([\w=&%.~-]+)/g

const readers: Readonly<Record<string, (query: URLSearchParams) => OwnLink | undefined>> = {
  'demandHall/detail': (query) => {
    const demandId = idOf(query.get('demandId'))
    return demandId === undefined ? undefined : { kind: 'demand', demandId }
  },
  'serviceHall/serviceDetails': (query) => {
    const serviceId = idOf(query.get('serviceId'))
    return serviceId === undefined ? undefined : { kind: 'service', serviceId }
  },
  'marketHall/marketDetails': (query) => {
    const productNo = query.get('productNo') ?? ''
    return /^[\w-]{1,40}$/.test(productNo) ? { kind: 'market', productNo } : undefined
  },
}

const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/**
 * The first link in a text that leads to a detail page of this site: a bare path, or a full address at one of the
 * site's own origins. Only read, never fetched.
 */
export function findOwnLink(text: string, isOwnOrigin: (origin: string) => boolean): OwnLink | undefined {
  for (const [, origin, path = '', query = ''] of text.matchAll(candidate)) {
    if (origin !== undefined && !isOwnOrigin(origin)) continue
    const link = readers[path]?.(new URLSearchParams(query))
    if (link !== undefined) return link
  }
  return undefined
}
