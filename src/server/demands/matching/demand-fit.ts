import { and, arrayOverlaps, desc, eq, isNull, sql } from 'drizzle-orm'
import type { matchingCalls } from '../../../contract/demands/matching.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { services } from '../../../db/tables/catalogue.ts'
import { shopQualifications, shops } from '../../../db/tables/shops.ts'
import { demandFit as compareFit } from '../../../domain/demands/demand-fit.ts'
import { levelsAboveKind } from '../../../domain/demands/kind-of-work.ts'
import { isInForce, isQualificationInReview } from '../../../domain/shops/qualifications.ts'
import { today } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { categoryNodes } from '../../reference/categories.ts'
import { dictionaryTexts, qualificationKey } from '../../reference/dictionaries.ts'
import { regionNames } from '../../reference/region-names.ts'
import { loadAnnexAccess } from '../annexes/load-annex-access.ts'
import { getVisibleDemand } from '../visible-demand.ts'

/** Matching services that are compared; one shop rarely has more in the categories of one demand. */
const maxCompared = 200
/** Matching services that are shown. */
const maxShown = 4

export const demandFit: Handler<typeof matchingCalls.demandFit> = async ({ demandId }, context) => {
  const { caller, db } = context
  const { demand } = await getVisibleDemand(db, demandId, caller)
  const { categoryPath } = demand
  const path = categoryPath.length > levelsAboveKind ? categoryPath.slice(levelsAboveKind) : categoryPath.slice(1)
  const shared = sql<number>`cardinality(array(select unnest(${services.categoryPath})
    intersect select unnest(${sql.param(path)}::int[])))`
  const found =
    path.length === 0
      ? []
      : await db
          .select({
            service: {
              serviceId: services.id,
              serviceName: services.title,
              priceType: services.priceType,
              price: services.price,
              highPrice: services.highPrice,
              durationText: services.durationText,
            },
            areaCodes: services.areaCodes,
            maxDays: services.maxDays,
            depth: shared,
            total: sql<number>`count(*) over ()::int`,
          })
          .from(services)
          .where(
            and(
              eq(services.shopId, caller.shopId),
              eq(services.status, 'published'),
              isNull(services.deletedAt),
              arrayOverlaps(services.categoryPath, path),
            ),
          )
          .orderBy(desc(shared), desc(services.publishedAt), desc(services.id))
          .limit(maxCompared)
  const [supplier] = await db
    .select({ certification: companies.certification, districtCode: companies.districtCode })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(eq(shops.id, caller.shopId))
  if (supplier === undefined) throw new CallFailed('notFound')
  const certificates = await db
    .select({
      tag: shopQualifications.tag,
      status: shopQualifications.status,
      until: shopQualifications.until,
    })
    .from(shopQualifications)
    .where(eq(shopQualifications.shopId, caller.shopId))
  const annexes = await loadAnnexAccess(db, demandId, caller.companyId)
  const [nodes, regionOf] = [await categoryNodes(context), await regionNames(db)]
  const nameOf = (id: number | undefined) => nodes.get(id ?? 0)?.name ?? ''
  const matching = found.map((row) => ({ ...row, categoryName: nameOf(path[row.depth - 1]) }))
  const nearest = matching.filter(({ depth }) => depth === matching[0]?.depth)
  const total = found[0]?.total ?? 0
  return {
    total,
    services: matching.slice(0, maxShown).map(({ service, categoryName }) => ({ ...service, categoryName })),
    requirements: compareFit({
      demand: {
        categoryName: nameOf(demand.categoryId),
        requiredTags: demand.requiredTags,
        facts: demand.facts,
        districtCode: demand.districtCode,
        districtName: demand.districtCode === null ? '' : regionOf(demand.districtCode),
        deliverBy: demand.deliverBy,
        confidential: demand.confidential,
      },
      supplier: {
        certification: supplier.certification,
        districtCode: supplier.districtCode,
        districtName: regionOf(supplier.districtCode),
        tags: certificates.filter((each) => isInForce(each, today())).map(({ tag }) => tag),
        pendingTags: certificates.filter(({ status }) => isQualificationInReview(status)).map(({ tag }) => tag),
        services: nearest,
        hasAcceptedTerms: (annexes.acceptance ?? annexes.nda) !== null && annexes.state !== 'revoked',
      },
      knownTags: [...(await dictionaryTexts(context, qualificationKey)).keys()],
      today: today(),
    }),
  }
}
