import { and, asc, eq, gt, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { services } from '../../db/tables/catalogue.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import { isOpenForOffers } from './demand-filter.ts'

/** Limits of the dashboard's lists. */
const maxDemands = 20
const maxHints = 5

/** Demands that need the company's action: with offers to compare, or rejected by the review. */
export async function buyerDemandFacts(db: Db, companyId: number) {
  const own = and(eq(demands.companyId, companyId), isNull(demands.deletedAt))
  const waiting = await db
    .select({
      demandId: demands.id,
      title: demands.title,
      status: demands.status,
      deadline: demands.deadline,
      offers: sql<number>`count(${offers.id})::int`,
      /** Epoch milliseconds when the first offer readable by the buyer expires. */
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
    .limit(maxDemands)
  const [counted] = await db
    .select({ open: sql<number>`count(*)::int` })
    .from(demands)
    .where(and(own, eq(demands.status, 'open')))
  return { waiting, openCount: counted?.open ?? 0 }
}

/** Open demands in the company's service categories without an offer of it; demands with a draft first. */
export async function sellerDemandFacts(db: Db, companyId: number) {
  // Levels below the stage: a common stage alone is too unspecific.
  const serviceCategories = sql`array(select distinct unnest(${services.categoryPath}[3:]) from ${services}
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
        isOpenForOffers(),
        ne(demands.companyId, companyId),
        or(sql`${demands.categoryPath} && ${serviceCategories}`, sql`${offers.id} is not null`),
        notExists(sent),
      ),
    )
    .orderBy(sql`${offers.id} is null`, asc(demands.deadline))
    .limit(maxHints)
  const [counted] = await db
    .select({ submitted: sql<number>`count(*)::int` })
    .from(offers)
    .where(and(eq(offers.companyId, companyId), eq(offers.status, 'submitted')))
  return { hints, submittedCount: counted?.submitted ?? 0 }
}
