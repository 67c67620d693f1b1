import { asc, eq, isNull } from 'drizzle-orm'
import type { referenceCalls } from '../../contract/reference/reference.ts'
import { districts } from '../../db/tables/reference.ts'
import type { Handler } from '../handler.ts'

export const districtSubset: Handler<typeof referenceCalls.districtSubset> = ({ parentCode }, { db }) =>
  db
    .select({ code: districts.code, name: districts.name })
    .from(districts)
    .where(parentCode === undefined ? isNull(districts.parentCode) : eq(districts.parentCode, parentCode))
    .orderBy(asc(districts.code))
