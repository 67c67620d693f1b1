import { and, asc, eq, gt, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { services } from '../../db/tables/catalogue.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import { takesOffers } from './demand-conditions-of.ts'

/** A desk shows what is most pressing, not everything. */
const most = 20
const mostHints = 5

/** The company's demands that wait for it: with offers to compare, or refused by the review. */
export async function buyerDemandFacts(db: Db, companyId: number) {
  const own = and(eq(demands.companyId, companyId), isNull(demands.deletedAt))
  const waiting = await db
    .select({
      ...{ demandId: demands.id, title: demands.title, status: demands.status, deadline: demands.deadline },
      offers: sql<number>`count(${offers.id})::int`,
      /** Milliseconds since 1970 at which the first of the offers lapses, of those that the buyer may read. */
      firstLapse: sql<number | null>`(extract(epoch from min(${offerVersions.validUntil})
        filter (where not ${offerVersions.sealed} or ${offerVersions.openedAt} is not null)) * 1000)::float8`,
    })
    .from(demands)
    .leftJoin(offers, and(eq(offers.demandId, demands.id), eq(offers.status, 'submitted')))
    .leftJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .where(and(own, inArray(demands.status, ['open', 'evaluating', 'rejected'])))
    .groupBy(demands.id)
    .having(or(gt(sql`count(${offers.id})`, 0), eq(demands.status, 'rejected')))
    .orderBy(asc(demands.deadline))
    .limit(most)
  const [counted] = await db
    .select({ open: sql<number>`count(*)::int` })
    .from(demands)
    .where(and(own, eq(demands.status, 'open')))
  return { waiting, openCount: counted?.open ?? 0 }
}

/** Open demands in the categories of the company's services that it has not offered on; its unfinished drafts first. */
export async function sellerDemandFacts(db: Db, companyId: number) {
  // Below the root and the stage: a shared stage alone is too wide to be of use.
  const fields = sql`array(select distinct unnest(${services.categoryPath}[3:]) from ${services}
    where ${services.companyId} = ${companyId} and ${services.status} = 'published')`
  const own = and(eq(offers.demandId, demands.id), eq(offers.companyId, companyId))
  const sent = db
    .select({ id: offers.id })
    .from(offers)
    .where(and(own, ne(offers.status, 'draft')))
  const hints = await db
    .select({ demandId: demands.id, title: demands.title, deadline: demands.deadline, draftId: offers.id })
    .from(demands)
    .leftJoin(offers, and(own, eq(offers.status, 'draft')))
    .where(
      and(
        takesOffers(),
        ne(demands.companyId, companyId),
        or(sql`${demands.categoryPath} && ${fields}`, sql`${offers.id} is not null`),
        notExists(sent),
      ),
    )
    .orderBy(sql`${offers.id} is null`, asc(demands.deadline))
    .limit(mostHints)
  const [counted] = await db
    .select({ submitted: sql<number>`count(*)::int` })
    .from(offers)
    .where(and(eq(offers.companyId, companyId), eq(offers.status, 'submitted')))
  return { hints, submittedCount: counted?.submitted ?? 0 }
}
