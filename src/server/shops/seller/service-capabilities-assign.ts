import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { services } from '../../../db/tables/catalogue.ts'
import { shopLimits } from '../../../domain/shops/shop-rules.ts'
import type { Handler } from '../../handler.ts'
import { mustBeCapabilities } from './capability-words.ts'
import { lockShop, shopTags } from './own-shop.ts'

/**
 * Gives tags to services and takes others from them, all or none. The words are of a dictionary, so that nothing of it
 * waits for a review; an open form of such a service is told that it is no longer the newest.
 */
export const serviceCapabilitiesAssign: Handler<typeof qualificationsCalls.serviceCapabilitiesAssign> = async (
  { serviceIds, add, remove },
  { caller, db, pages, after, note },
) => {
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
    if (moved.some(({ has }) => has.length > shopLimits.capabilities))
      throw fieldFailed({ field: 'add', message: `每项服务最多 ${shopLimits.capabilities} 个能力标签` })
    if (moved.length === 0) return []
    const values = sql.join(
      moved.map(({ id, has }) => sql`(${id}::int, ${JSON.stringify(has)}::jsonb)`),
      sql`, `,
    )
    await tx
      .update(services)
      .set({
        capabilities: sql`array(select jsonb_array_elements_text(given.words))`,
        version: sql`${services.version} + 1`,
        updatedAt: sql`now()`,
      })
      .from(sql`(values ${values}) as given(id, words)`)
      .where(sql`given.id = ${services.id}`)
    return moved.map(({ id }) => id)
  })
  note(`${changed.length} 项服务：${[...add.map((word) => `+${word}`), ...remove.map((word) => `-${word}`)].join(' ')}`)
  const tags = [...shopTags(caller.shopId), 'services', ...changed.map((id) => `service:${id}`)]
  if (changed.length > 0) after(() => pages.invalidate(tags))
  return { changed: changed.length }
}

const assigned = (had: readonly string[], add: readonly string[], remove: readonly string[]): string[] => [
  ...new Set([...had.filter((word) => !remove.includes(word)), ...add]),
]
