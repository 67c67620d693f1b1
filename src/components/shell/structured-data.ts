import { area } from '../../../areas/current.ts'
import { links } from '../../domain/links.ts'

const context = 'https://schema.org'

/** Removes null and empty values, which search engines reject. */
export const withoutEmpty = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )

/** A path of the site as a full address. */
export const fullAddress = (path: string, site: string): string => new URL(path, site).href

const jsonLdTexts = new WeakMap<object, string>()

/** Structured data as JSON-LD text, cached by object. */
export function jsonLdText(data: object): string {
  const text = jsonLdTexts.get(data) ?? JSON.stringify(data).replaceAll('<', '\\u003c')
  jsonLdTexts.set(data, text)
  return text
}

const dataByRows = new WeakMap<readonly object[], readonly object[]>()

/** Structured data of a list, cached by its rows. */
export function cachedRowsData(rows: readonly object[], make: () => readonly object[]): readonly object[] {
  const data = dataByRows.get(rows) ?? make()
  dataByRows.set(rows, data)
  return data
}

interface ShopReference {
  readonly shopId: number
  readonly orgId: number
  readonly shopName: string
}

/** The company behind a shop, as part of something else. */
export const sellerData = (shop: ShopReference & { readonly companyName: string }, site: string) =>
  withoutEmpty({
    '@type': 'Organization',
    name: shop.companyName,
    alternateName: shop.shopName === shop.companyName ? undefined : shop.shopName,
    url: fullAddress(links.shopHome({ id: shop.shopId, orgId: shop.orgId }), site),
  })

interface ShopProfile extends ShopReference {
  readonly companyName: string
  readonly shopBrief: string
  readonly shopLogo: string
  readonly foundedAt: string
  readonly districtName: string
  /** Empty where its company does not show it. */
  readonly address: string
}

/** A shop's own page: its company. */
export const shopData = (shop: ShopProfile, site: string) => ({
  '@context': context,
  ...sellerData(shop, site),
  ...withoutEmpty({
    description: shop.shopBrief,
    logo: shop.shopLogo === '' ? undefined : fullAddress(shop.shopLogo, site),
    foundingDate: shop.foundedAt,
  }),
  address: withoutEmpty({
    '@type': 'PostalAddress',
    addressCountry: 'CN',
    addressRegion: shop.districtName,
    streetAddress: shop.address,
  }),
})

interface ListItem {
  readonly name: string
  readonly path: string
}

/** Structured data of a list. */
export const itemListData = (items: readonly ListItem[], site: string) => ({
  '@context': context,
  '@type': 'ItemList',
  numberOfItems: items.length,
  itemListElement: items.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: fullAddress(path, site),
  })),
})

/** The site itself and how it is searched, for its home page. */
export const siteData = (site: string) => ({
  '@context': context,
  '@type': 'WebSite',
  name: area.title,
  url: fullAddress(links.home(), site),
  inLanguage: 'zh-CN',
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${fullAddress(links.serviceList(), site)}?keyword={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  },
})

/** Who runs the site, for its home page and the page about it. */
export const organizationData = (site: string) => ({
  '@context': context,
  '@type': 'Organization',
  name: area.owner,
  url: fullAddress(links.home(), site),
  logo: fullAddress(`/logos/${area.id}.png`, site),
  description: area.description,
  contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', telephone: area.hotline },
})
