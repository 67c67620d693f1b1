import { and, count, eq, sql } from 'drizzle-orm'
import type { ParkRow } from '../../../contract/content/drug-fields.ts'
import { parkPolicies, parks, policies } from '../../../db/tables/drug.ts'
import type { ParkPicture } from '../../../domain/content/parks.ts'
import { isPublished } from '../published.ts'
import { districtName } from './districts.ts'
import { fileUrl } from '../../platform/files/files.ts'

/** List columns of parks. */
export const parkColumns = {
  id: parks.id,
  name: parks.name,
  districtCode: parks.districtCode,
  address: parks.address,
  brief: parks.brief,
  fields: parks.fields,
  facilities: parks.facilities,
  areaTotal: parks.areaTotal,
  areaFree: parks.areaFree,
  rentLow: parks.rentLow,
  rentHigh: parks.rentHigh,
  openedIn: parks.openedIn,
  companyCount: parks.companyCount,
  isSample: parks.isSample,
  gallery: parks.gallery,
  policyCount: sql<number>`(select ${count()}::int from ${parkPolicies} inner join ${policies} on ${eq(policies.id, parkPolicies.policyId)}
    where ${and(eq(parkPolicies.parkId, parks.id), isPublished(policies))})`,
}
type ParkRecord = Pick<typeof parks.$inferSelect, Exclude<keyof typeof parkColumns, 'policyCount'>> & {
  readonly policyCount: number
}

/** URL of a gallery picture; empty for an illustration. */
export const galleryUrl = (picture: ParkPicture): string =>
  'view' in picture ? '' : fileUrl({ id: picture.fileId, name: picture.name })

export const presentPark = (
  { id, name, gallery, ...row }: ParkRecord,
  names: ReadonlyMap<string, string>,
): ParkRow => ({
  ...row,
  coverUrl: gallery.map(galleryUrl).find((url) => url !== '') ?? '',
  parkId: id,
  parkName: name,
  districtName: districtName(row.districtCode, names),
})
