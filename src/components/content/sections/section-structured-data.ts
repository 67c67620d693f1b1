import { area } from '../../../../areas/current.ts'
import type { NewsPiece, Park, Policy } from '../../../contract/content/drug-fields.ts'
import { facilities } from '../../../domain/content/parks.ts'
import { links } from '../../../domain/links.ts'
import { getSocialImagePath } from '../../../domain/shell/social-images.ts'
import { withoutEmpty, fullAddress } from '../../shell/structured-data.ts'

/** Structured data of the section's detail pages. */

const context = 'https://schema.org'
const publisher = (site: string) => ({ '@type': 'Organization', name: area.title, url: site })

export const newsData = (piece: NewsPiece, site: string) => ({
  '@context': context,
  '@type': 'NewsArticle',
  headline: piece.title.slice(0, 110),
  ...withoutEmpty({ description: piece.summary }),
  datePublished: piece.publishedAt,
  dateModified: piece.updatedAt,
  inLanguage: 'zh-CN',
  mainEntityOfPage: fullAddress(links.newsPiece(piece.newsId), site),
  image: fullAddress(getSocialImagePath(links.newsPiece(piece.newsId)), site),
  author: { '@type': 'Organization', name: piece.sourceName },
  publisher: publisher(site),
})

export const policyData = (policy: Policy, site: string) => ({
  '@context': context,
  '@type': 'Article',
  headline: policy.title.slice(0, 110),
  ...withoutEmpty({ description: policy.summary, keywords: policy.topics.join(',') }),
  datePublished: policy.issuedOn,
  dateModified: policy.updatedAt,
  inLanguage: 'zh-CN',
  mainEntityOfPage: fullAddress(links.policy(policy.policyId), site),
  image: fullAddress(getSocialImagePath(links.policy(policy.policyId)), site),
  author: { '@type': 'GovernmentOrganization', name: policy.issuer },
  publisher: publisher(site),
})

export const parkData = (park: Park, site: string) => ({
  '@context': context,
  '@type': 'Place',
  name: park.parkName,
  description: park.brief,
  url: fullAddress(links.park(park.parkId), site),
  telephone: park.contactPhone,
  address: {
    '@type': 'PostalAddress',
    addressCountry: 'CN',
    addressRegion: park.districtName,
    streetAddress: park.address,
  },
  amenityFeature: park.facilities.map((facility) => ({
    '@type': 'LocationFeatureSpecification',
    name: facilities[facility],
    value: true,
  })),
})
