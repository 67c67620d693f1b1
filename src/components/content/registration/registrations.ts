import { getCollection, getEntry } from 'astro:content'
import { area } from '../../../../areas/current.ts'
import { withoutEmpty, fullAddress } from '../../shell/structured-data.ts'

/** Kinds and subjects of registration and testing services. */
export const registrationKindLabels = { registration: '注册申报', testing: '检验检测' } as const
export const registrationObjectLabels = { drug: '药品', device: '医疗器械', other: '通用' } as const
export type RegistrationKind = keyof typeof registrationKindLabels
export type RegistrationObject = keyof typeof registrationObjectLabels
export const registrationKinds = ['registration', 'testing'] as const satisfies readonly RegistrationKind[]
export const registrationObjects = ['drug', 'device', 'other'] as const satisfies readonly RegistrationObject[]

/** All services in their order. */
export async function listRegistrations() {
  const entries = await getCollection('registration')
  return entries.map(({ id, data }) => ({ ...data, id })).toSorted((a, b) => a.order - b.order)
}
export type Registration = Awaited<ReturnType<typeof listRegistrations>>[number]

/** Registration service by the id of a URL; undefined if the id is malformed. */
export const findRegistration = (id: string) =>
  /^[a-z][a-z0-9-]{1,60}$/.test(id) ? getEntry('registration', id) : undefined

/** Structured data of a registration service. */
export const registrationData = (row: Omit<Registration, 'id'>, path: string, site: string) =>
  withoutEmpty({
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: row.title,
    description: row.summary,
    serviceType: registrationKindLabels[row.kind],
    url: fullAddress(path, site),
    areaServed: 'CN',
    audience: { '@type': 'Audience', audienceType: row.users },
    broker: { '@type': 'Organization', name: area.title, url: site },
  })
