import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { listingChanges, services } from '../../../db/tables/catalogue.ts'
import { shopLimits } from '../../../domain/shops/shop-rules.ts'
import type { Handler } from '../../handler.ts'
import { keepListingWords } from '../../search/keep-words.ts'
import { mustBeCapabilities } from './capability-words.ts'
import { lockShop, shopTags } from './own-shop.ts'

/**
 * Gives tags to services and takes others from them, all or none. The words are of a dictionary, so that nothing of it
 * waits for a review, and a change that waits beside a service gets them too; an open form of such a service is told
 * that it is no longer the newest. What is on sale changes: besides the shop's right it takes that of publishing.
 */
export const serviceCapabilitiesAssign: Handler<typeof qualificationsCalls.serviceCapabilitiesAssign> = async (
  { serviceIds, add, remove },
  { caller, db, pages, after, note },
) => {
  if (!caller.permissions.has('publish_supply')) throw new CallFailed('forbidden')
  const wanted = [...new Set(serviceIds)]
  await mustBeCapabilities(db, add, 'add')
  const changed = await db.transaction(async (tx) => {
    await lockShop(tx, caller)
    const rows = await tx
      .select({ id: services.id, capabilities: services.capabilities })
      .from(services)
      .where(and(inArray(services.id, wanted), eq(services.shopId, caller.shopId), isNull(services.deletedAt)))
      .for('update')
    if (rows.length < wanted.length) throw new CallFailed('notFound')
    const moved = rows
      .map(({ id, capabilities: had }) => ({ id, had, has: assigned(had, add, remove) }))
      .filter(({ had, has }) => had.join('\n') !== has.join('\n'))
    mustBeFew(moved)
    await assignWaiting(tx, wanted, add, remove)
    if (moved.length === 0) return []
    await tx
      .update(services)
      .set({
        capabilities: sql`array(select jsonb_array_elements_text(given.words))`,
        version: sql`${services.version} + 1`,
        updatedAt: sql`now()`,
      })
      .from(given(moved))
      .where(sql`given.id = ${services.id}`)
    const ids = moved.map(({ id }) => id)
    await keepListingWords(tx, 'service', ids)
    return ids
  })
  note(`${changed.length} 项服务：${[...add.map((word) => `+${word}`), ...remove.map((word) => `-${word}`)].join(' ')}`)
  const tags = [...shopTags(caller.shopId), 'services', ...changed.map((id) => `service:${id}`)]
  if (changed.length > 0) after(() => pages.invalidate(tags))
  return { changed: changed.length }
}

interface Assigned {
  readonly id: number
  readonly has: readonly string[]
}

const given = (rows: readonly Assigned[]) =>
  sql`(values ${sql.join(
    rows.map(({ id, has }) => sql`(${id}::int, ${JSON.stringify(has)}::jsonb)`),
    sql`, `,
  )}) as given(id, words)`

function mustBeFew(rows: readonly Assigned[]): void {
  if (rows.some(({ has }) => has.length > shopLimits.capabilities))
    throw fieldFailed({ field: 'add', message: `每项服务最多 ${shopLimits.capabilities} 个能力标签` })
}

/** What waits beside these services gets the same words: it would undo them when it passes. */
async function assignWaiting(
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
    .map(({ id, form }) => ({ id, had: form.capabilities, has: assigned(form.capabilities, add, remove) }))
    .filter(({ had, has }) => had.join('\n') !== has.join('\n'))
  mustBeFew(moved)
  if (moved.length === 0) return
  await tx
    .update(listingChanges)
    .set({ form: sql`jsonb_set(${listingChanges.form}, '{capabilities}', given.words)` })
    .from(given(moved))
    .where(sql`given.id = ${listingChanges.id}`)
}

const assigned = (had: readonly string[], add: readonly string[], remove: readonly string[]): string[] => [
  ...new Set([...had.filter((word) => !remove.includes(word)), ...add]),
]
