import { and, desc, eq, ne, sql, type SQL, isNotNull, isNull, inArray } from 'drizzle-orm'
import type { matchingCalls } from '../../../contract/demands/matching.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { services } from '../../../db/tables/catalogue.ts'
import { shops, supplierMarks } from '../../../db/tables/shops.ts'
import type { Handler } from '../../handler.ts'
import { getVisibleDemand } from '../visible-demand.ts'
import { categoryNodes } from '../../reference/categories.ts'
import { regionNames } from '../../reference/region-names.ts'
import { completedOrdersOf } from '../../shops/supplier-facts.ts'
import { assertNotBlocked } from '../../shops/supplier-marks.ts'
import { isOpen, presentShop, shopRowColumns } from '../../shops/shop-rows.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { demandMatches, offers } from '../../../db/tables/demands.ts'
import { isCertified } from '../../../domain/accounts/certification.ts'
import { links } from '../../../domain/links.ts'
import { lockOwnDemand } from '../lock-own-demand.ts'
import { budgetAndDeadlineText } from './budget-and-deadline-text.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { getOwnDemand } from '../received-offers.ts'
import { isDemandOpen } from '../../../domain/demands/demand-states.ts'

/** Number of newest services considered per category level. */
const maxServicesPerLevel = 500
/** Levels of the category path that are indexed for services (1 = root, 2 = stage). */
const [stageLevel, deepestIndexedLevel] = [2, 4]

export const demandSuppliers: Handler<typeof matchingCalls.demandSuppliers> = async ({ demandId, most }, context) => {
  const { db, caller } = context
  const { demand } = await getVisibleDemand(db, demandId, caller)
  const path = demand.categoryPath
  if (path.length < stageLevel) return []
  const completedOrders = completedOrdersOf(shops.companyId)
  const rows = await db
    .select({ ...shopRowColumns, depth: sql<number>`near.depth`, fitting: sql<number>`near.fitting`, completedOrders })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .innerJoin(nearShops(path), eq(sql`near.shop_id`, shops.id))
    .leftJoin(
      supplierMarks,
      and(
        // Preferred suppliers come first for the company of the demand alone.
        eq(supplierMarks.companyId, caller?.companyId === demand.companyId ? demand.companyId : 0),
        eq(supplierMarks.supplierId, shops.companyId),
        eq(supplierMarks.mark, 'preferred'),
      ),
    )
    // Only certified companies may offer, and not on their own demands.
    .where(and(isOpen(), eq(companies.certification, 'approved'), ne(shops.companyId, demand.companyId)))
    .orderBy(
      isNull(supplierMarks.id),
      desc(sql`near.depth`),
      desc(completedOrders),
      desc(sql`near.fitting`),
      desc(shops.followCount),
      shops.id,
    )
    .limit(most)
  const [nodes, regionOf] = [await categoryNodes(context), await regionNames(db)]
  return rows.map(({ depth, fitting, completedOrders, ...row }) => ({
    ...presentShop(row, regionOf),
    categoryName: nodes.get(path[depth - 1] ?? 0)?.name ?? '',
    fitting,
    completedOrders,
  }))
}

/** Shops with the deepest category level they share with the demand, and the number of matching services. */
function nearShops(path: readonly number[]): SQL {
  const places = path
    .map((_id, index) => index + 1)
    .filter((place) => place >= stageLevel && place <= deepestIndexedLevel)
  const at = (place: number) => sql`${services.categoryPath}[${sql.raw(String(place))}]`
  const deeper = path
    .slice(deepestIndexedLevel)
    .map(
      (id, index) =>
        sql`when ${at(deepestIndexedLevel + 1 + index)} = ${id} then ${deepestIndexedLevel + 1 + index}::int`,
    )
  const newest = places.map((place) => {
    const depth =
      place === deepestIndexedLevel && deeper.length > 0
        ? sql`case ${sql.join(deeper.toReversed(), sql` `)} else ${place}::int end`
        : sql`${place}::int`
    return sql`(select ${services.shopId} as shop_id, ${services.id} as id, ${depth} as depth from ${services}
      where ${services.status} = 'published' and ${at(place)} = ${path[place - 1] ?? 0}
      order by ${services.publishedAt} desc, ${services.id} desc limit ${maxServicesPerLevel})`
  })
  return sql`(select shop_id, max(depth) as depth, count(distinct id)::int as fitting
    from (${sql.join(newest, sql` union all `)}) as found group by shop_id) as near`
}

/** Maximum number of invitations per demand, against misuse as advertising. */
const maxInvites = 30

export const demandInvite: Handler<typeof matchingCalls.demandInvite> = async ({ demandId, shopId }, context) => {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    const demand = await lockOwnDemand(tx, demandId, caller.companyId)
    if (!isDemandOpen(demand.status)) throw new CallFailed('stepNotAllowed')
    if (demand.deadline <= new Date()) throw new CallFailed('deadlinePast')
    const shop = await openShop(tx, shopId)
    if (shop.companyId === caller.companyId) throw fieldFailed({ field: 'shopId', message: '不能邀请本企业的店铺' })
    const before = await listInvites(tx, demandId)
    const known = before.find(({ companyId }) => companyId === shop.companyId)
    if (known?.invitedAt != null) return { invitedAt: known.invitedAt.toISOString() }
    await assertNotBlocked(tx, caller, [shop.companyId])
    if (!isCertified(shop.certification)) throw new CallFailed('inviteeNotCertified')
    if (before.length >= maxInvites) throw new CallFailed('tooManyInvites')
    const invitedAt = new Date()
    await tx
      .insert(demandMatches)
      .values({ demandId, companyId: shop.companyId, invitedAt })
      .onConflictDoUpdate({
        target: [demandMatches.demandId, demandMatches.companyId],
        set: { invitedAt },
        setWhere: isNull(demandMatches.invitedAt),
      })
    note(`${demand.demandNo}，${shop.name}`)
    const people = (await recipientsWithPermission(tx, [shop.companyId], 'my_supply')).get(shop.companyId) ?? []
    await notify(tx, context, 'demand.matched', people, {
      title: `您受邀对需求“${demand.title}”报价`,
      text: `需求方邀请贵企业报价。${budgetAndDeadlineText(demand)}`,
      path: links.demandDetail(demandId),
    })
    return { invitedAt: invitedAt.toISOString() }
  })
}

async function openShop(tx: Db, shopId: number) {
  const [shop] = await tx
    .select({ companyId: shops.companyId, name: shops.name, certification: companies.certification })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(eq(shops.id, shopId), isOpen()))
  if (shop === undefined) throw new CallFailed('notFound')
  return shop
}

const listInvites = (tx: Db, demandId: number) =>
  tx
    .select({ companyId: demandMatches.companyId, invitedAt: demandMatches.invitedAt })
    .from(demandMatches)
    .where(and(eq(demandMatches.demandId, demandId), isNotNull(demandMatches.invitedAt)))
    .orderBy(sql`${demandMatches.id}`)

export const demandInvites: Handler<typeof matchingCalls.demandInvites> = async ({ demandId }, { caller, db }) => {
  await getOwnDemand(db, demandId, caller.companyId)
  const counting = db
    .select({ companyId: offers.companyId })
    .from(offers)
    .where(and(eq(offers.demandId, demandId), inArray(offers.status, ['submitted', 'accepted', 'rejected', 'lost'])))
  const rows = await db
    .select({
      shopId: shops.id,
      orgId: shops.companyId,
      shopName: shops.name,
      invitedAt: demandMatches.invitedAt,
      offered: sql<boolean>`${shops.companyId} in ${counting}`,
    })
    .from(demandMatches)
    .innerJoin(shops, eq(shops.companyId, demandMatches.companyId))
    .where(and(eq(demandMatches.demandId, demandId), isNotNull(demandMatches.invitedAt)))
    .orderBy(desc(demandMatches.invitedAt), desc(demandMatches.id))
  return rows.flatMap(({ invitedAt, ...row }) =>
    invitedAt === null ? [] : [{ ...row, invitedAt: invitedAt.toISOString() }],
  )
}
