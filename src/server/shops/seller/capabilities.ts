import { and, eq, inArray, isNull, sql, desc, ilike } from 'drizzle-orm'
import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { listingChanges, services } from '../../../db/tables/catalogue.ts'
import { shopLimits } from '../../../domain/shops/shop-rules.ts'
import type { Handler } from '../../handler.ts'
import { indexListings, indexShops } from '../../search/index-documents.ts'
import { lockShop, shopPageTags } from './own-shop.ts'
import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { shops } from '../../../db/tables/shops.ts'
import { dictionaries, categories } from '../../../db/tables/reference.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { isListingPublished } from '../../../domain/catalogue/listing-states.ts'

/** Throws invalidInput for a tag that is not in the dictionary CAPABILITY_TAG; its rows are tags or groups of tags. */
async function checkCapabilities(db: Db, capabilities: readonly string[], field: string): Promise<void> {
  if (capabilities.length === 0) return
  const rows = await db
    .select({ text: dictionaries.dictText, children: dictionaries.children })
    .from(dictionaries)
    .where(eq(dictionaries.dictKey, 'CAPABILITY_TAG'))
  const known = new Set(
    rows.flatMap(({ text, children }) => (children.length === 0 ? [text] : children.map(({ dictText }) => dictText))),
  )
  if (capabilities.some((word) => !known.has(word))) throw fieldFailed({ field, message: '请从给出的能力标签中选择' })
}

/**
 * Adds and removes capability tags of services, all or none. Tags come from a dictionary, so no review is needed, and
 * pending changes get them too; the version is incremented, so that open forms conflict. Requires the permission to
 * publish, since published services change.
 */
export const serviceCapabilitiesAssign: Handler<typeof qualificationsCalls.serviceCapabilitiesAssign> = async (
  { serviceIds, add, remove },
  { caller, db, pages, after, note },
) => {
  if (!caller.permissions.has('publish_supply')) throw new CallFailed('forbidden')
  const wanted = [...new Set(serviceIds)]
  await checkCapabilities(db, add, 'add')
  const changed = await db.transaction(async (tx) => {
    await lockShop(tx, caller)
    const rows = await tx
      .select({ id: services.id, capabilities: services.capabilities })
      .from(services)
      .where(and(inArray(services.id, wanted), eq(services.shopId, caller.shopId), isNull(services.deletedAt)))
      .for('update')
    if (rows.length < wanted.length) throw new CallFailed('notFound')
    const moved = rows
      .map(({ id, capabilities: had }) => ({ id, had, has: mergeCapabilities(had, add, remove) }))
      .filter(({ had, has }) => had.join('\n') !== has.join('\n'))
    checkCapabilityCount(moved)
    await assignToPendingChanges(tx, wanted, add, remove)
    if (moved.length === 0) return []
    await tx
      .update(services)
      .set({
        capabilities: sql`array(select jsonb_array_elements_text(given.words))`,
        version: sql`${services.version} + 1`,
        updatedAt: sql`now()`,
      })
      .from(assignedValues(moved))
      .where(sql`given.id = ${services.id}`)
    const ids = moved.map(({ id }) => id)
    await indexListings(tx, 'service', ids)
    return ids
  })
  note(`${changed.length} 项服务：${[...add.map((word) => `+${word}`), ...remove.map((word) => `-${word}`)].join(' ')}`)
  const tags = [...shopPageTags(caller.shopId), 'services', ...changed.map((id) => `service:${id}`)]
  if (changed.length > 0) after(() => pages.invalidate(tags))
  return { changed: changed.length }
}

interface AssignedCapabilities {
  readonly id: number
  readonly has: readonly string[]
}

const assignedValues = (rows: readonly AssignedCapabilities[]) =>
  sql`(values ${sql.join(
    rows.map(({ id, has }) => sql`(${id}::int, ${JSON.stringify(has)}::jsonb)`),
    sql`, `,
  )}) as given(id, words)`

function checkCapabilityCount(rows: readonly AssignedCapabilities[]): void {
  if (rows.some(({ has }) => has.length > shopLimits.capabilities))
    throw fieldFailed({ field: 'add', message: `每项服务最多 ${shopLimits.capabilities} 个能力标签` })
}

/** Pending changes get the same tags, or approving them would undo this. */
async function assignToPendingChanges(
  tx: Db,
  serviceIds: readonly number[],
  add: readonly string[],
  remove: readonly string[],
): Promise<void> {
  const rows = await tx
    .select({ id: listingChanges.id, form: listingChanges.form })
    .from(listingChanges)
    .where(and(eq(listingChanges.kind, 'service'), inArray(listingChanges.listingId, [...serviceIds])))
    .for('update')
  const moved = rows
    .map(({ id, form }) => ({ id, had: form.capabilities, has: mergeCapabilities(form.capabilities, add, remove) }))
    .filter(({ had, has }) => had.join('\n') !== has.join('\n'))
  checkCapabilityCount(moved)
  if (moved.length === 0) return
  await tx
    .update(listingChanges)
    .set({ form: sql`jsonb_set(${listingChanges.form}, '{capabilities}', given.words)` })
    .from(assignedValues(moved))
    .where(sql`given.id = ${listingChanges.id}`)
}

const mergeCapabilities = (had: readonly string[], add: readonly string[], remove: readonly string[]): string[] => [
  ...new Set([...had.filter((word) => !remove.includes(word)), ...add]),
]

export const shopCapabilitiesSave: Handler<typeof sellerShopCalls.shopCapabilitiesSave> = async (
  { capabilities },
  { caller, db, pages, after, note },
) => {
  await db.transaction(async (tx) => {
    const { id, capabilities: had } = await lockShop(tx, caller)
    // A tag removed from the dictionary may stay until the shop removes it.
    const chosen = capabilities.filter((word) => !had.includes(word))
    await checkCapabilities(tx, chosen, 'capabilities')
    await tx.update(shops).set({ capabilities }).where(eq(shops.id, id))
    await indexShops(tx, [id])
  })
  note(capabilities.join('、'))
  after(() => pages.invalidate(shopPageTags(caller.shopId)))
  return { capabilities }
}

export const taggedServices: Handler<typeof qualificationsCalls.taggedServices> = async (
  { keyword, current, pageSize },
  { caller, db },
) => {
  const own = and(
    eq(services.shopId, caller.shopId),
    isNull(services.deletedAt),
    keyword === '' ? undefined : ilike(services.title, likePattern(keyword)),
  )
  const rows = await db
    .select({
      serviceId: services.id,
      title: services.title,
      categoryName: categories.name,
      status: services.status,
      capabilities: services.capabilities,
    })
    .from(services)
    .innerJoin(categories, eq(categories.id, services.categoryId))
    .where(own)
    .orderBy(desc(services.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: await db.$count(services, own),
    data: rows.map(({ status, ...row }) => ({ ...row, published: isListingPublished(status) })),
  }
}
