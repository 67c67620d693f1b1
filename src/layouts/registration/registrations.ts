import { getCollection, getEntry } from 'astro:content'

/** Kinds of registration and testing services, and for what. */
export const kindLabels = { registration: '注册申报', testing: '检验检测' } as const
export const objectLabels = { drug: '药品', device: '医疗器械', other: '通用' } as const
export type Kind = keyof typeof kindLabels
export type RegistrationObject = keyof typeof objectLabels
export const kinds = ['registration', 'testing'] as const satisfies readonly Kind[]
export const objects = ['drug', 'device', 'other'] as const satisfies readonly RegistrationObject[]

/** All services in their order. */
export async function registrations() {
  const entries = await getCollection('registration')
  return entries.map(({ id, data }) => ({ ...data, id })).toSorted((a, b) => a.order - b.order)
}
export type Registration = Awaited<ReturnType<typeof registrations>>[number]

/** The service that an address names; ids of other shapes are none. */
export const registrationOf = (id: string) =>
  /^[a-z][a-z0-9-]{1,60}$/.test(id) ? getEntry('registration', id) : undefined
