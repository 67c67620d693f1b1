/** Required properties of schema.org types. */
const required: Readonly<Record<string, readonly string[]>> = {
  Product: ['name', 'image', 'url', 'sku'],
  Service: ['name'],
  Offer: ['price', 'priceCurrency', 'url', 'seller'],
  AggregateOffer: ['lowPrice', 'highPrice', 'offerCount', 'priceCurrency', 'seller'],
  Organization: ['name'],
  Brand: ['name'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement', 'numberOfItems'],
  ListItem: ['position', 'name'],
  WebSite: ['name', 'url', 'potentialAction'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  Article: ['headline', 'image', 'datePublished', 'dateModified', 'author'],
  NewsArticle: ['headline', 'image', 'datePublished', 'dateModified', 'author'],
  Event: ['name', 'image', 'startDate', 'endDate', 'eventStatus', 'eventAttendanceMode', 'location', 'organizer'],
  VirtualLocation: ['url'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
  PostalAddress: ['addressCountry'],
}
const addresses = new Set(['url', 'item', 'image', 'logo'])
/** Types that need a large picture of their own: neither the logo nor an illustration. */
const pictured = new Set(['Article', 'NewsArticle', 'Event'])
const availabilities = new Set(['InStock', 'OutOfStock', 'LimitedAvailability'])

/** Errors in structured data, one line each. Unknown types are accepted. */
export function schemaErrors(data: unknown, at = ''): string[] {
  if (Array.isArray(data)) return data.flatMap((one, index) => schemaErrors(one, `${at}[${index}]`))
  if (typeof data === 'string') return data.trim() === '' ? [`${at}: empty`] : []
  if (data === null || data === undefined) return [`${at}: nothing`]
  if (typeof data !== 'object') return []
  const fields: Readonly<Record<string, unknown>> = { ...data }
  const type = String(fields['@type'] ?? '')
  const missing = (required[type] ?? []).filter((name) => fields[name] === undefined).map((name) => `${at}: no ${name}`)
  return [
    ...(type === '' ? [`${at}: no @type`] : []),
    ...missing,
    ...(pictured.has(type) && !/\/cards\/.*\.png/.test(String(fields['image'])) ? [`${at}.image: no card`] : []),
    ...Object.entries(fields).flatMap(([name, value]) => [
      ...schemaErrors(value, `${at}.${name}`),
      ...(addresses.has(name) && [value].flat().some((url) => !/^https?:\/\//.test(String(url)))
        ? [`${at}.${name}: no full address`]
        : []),
      ...(/^(price|lowPrice|highPrice)$/.test(name) && !/^\d+\.\d{2}$/.test(String(value))
        ? [`${at}.${name}: ${String(value)}`]
        : []),
      ...(name === 'availability' && !availabilities.has(String(value).replace('https://schema.org/', ''))
        ? [`${at}.availability: ${String(value)}`]
        : []),
    ]),
  ]
}

/** The structured data of a page. Throws if it is not valid JSON. */
export const structuredData = (html: string): unknown[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map((match): unknown =>
    JSON.parse(match[1] ?? ''),
  )
