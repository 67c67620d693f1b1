import { area } from '../../../areas/current.ts'
import { filled, fullAddress } from '../structured-data.ts'
import { kindLabels, type Registration } from './registrations.ts'

/** A service as search engines read it. */
export const registrationData = (row: Omit<Registration, 'id'>, path: string, site: string) =>
  filled({
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: row.title,
    description: row.summary,
    serviceType: kindLabels[row.kind],
    url: fullAddress(path, site),
    areaServed: 'CN',
    audience: { '@type': 'Audience', audienceType: row.users },
    broker: { '@type': 'Organization', name: area.title, url: site },
  })
