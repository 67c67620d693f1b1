import { and, eq, gte, isNull, or } from 'drizzle-orm'
import { shopQualifications } from '../../../db/tables/shops.ts'
import { today } from '../today.ts'

/** Condition for certificates in force on a day: `isInForce` of the domain, in the database. */
export const isQualificationInForce = (day = today()) =>
  and(
    eq(shopQualifications.status, 'approved'),
    or(isNull(shopQualifications.until), gte(shopQualifications.until, day)),
  )
