import type { DemandDetail } from '../../contract/demands/demands.ts'
import { links } from '../../domain/links.ts'
import type { Crumb } from '../shell/shell-props.ts'

/** Structured data of a public demand: breadcrumbs and demand. */
export function demandData(demand: DemandDetail, crumbs: readonly Crumb[], site: string): object[] {
  const address = (path: string | undefined) => `${site}${path ?? links.demandDetail(demand.demandId)}`
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map(({ label, href }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: label,
        item: address(href),
      })),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'Demand',
      name: demand.demandTitle,
      description: demand.summary,
      identifier: demand.demandNo,
      url: address(undefined),
      availabilityEnds: demand.deadline,
      itemOffered: { '@type': 'Service', name: demand.categoryName, category: demand.stageName },
      ...(demand.demandBudget === null
        ? {}
        : {
            priceSpecification: {
              '@type': 'PriceSpecification',
              priceCurrency: 'CNY',
              maxPrice: demand.demandBudget / 100,
            },
          }),
    },
  ]
}
