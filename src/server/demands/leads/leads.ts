import { and, count, desc, eq, ilike, isNotNull, or, sql, gt, max } from 'drizzle-orm'
import type { leadsCalls } from '../../../contract/demands/leads.ts'
import { users } from '../../../db/tables/accounts.ts'
import { leads as table } from '../../../db/tables/demands.ts'
import { categories } from '../../../db/tables/reference.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler, Context } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { lookupHash } from '../../../db/encryption/cipher.ts'
import type { Db } from '../../../db/open.ts'
import { maxLeadsPerDay, canStepLead, leadTransitions } from '../../../domain/demands/lead-states.ts'
import { currentCategories, holdCategories, mergedCategories } from '../../reference/category-lock.ts'
import { redeemCaptcha } from '../../session/captchas.ts'
import { nextState } from '../../../domain/transition.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { facts } from '../../../db/tables/operations.ts'
import { links } from '../../../domain/links.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { operatorIds } from '../../platform/notices/notices.ts'

/** Waiting leads first, oldest on top; the others by last update. */
const order = [
  desc(eq(table.status, 'waiting')),
  sql`case when ${table.status} = 'waiting' then ${table.id} end asc nulls last`,
  desc(table.updatedAt),
  desc(table.id),
]

export const leads: Handler<typeof leadsCalls.leads> = async (input, { caller, db }) => {
  const { status, keyword, current, pageSize } = input
  const part = likePattern(keyword)
  const found =
    keyword === '' ? undefined : or(ilike(table.text, part), ilike(table.contact, part), eq(table.mobileHash, keyword))
  const counted = await db
    .select({ status: table.status, count: count() })
    .from(table)
    .where(found)
    .groupBy(table.status)
  const rows = await db
    .select({ lead: table, categoryName: categories.name, realName: users.realName, loginName: users.loginName })
    .from(table)
    .leftJoin(categories, eq(categories.id, table.categoryId))
    .leftJoin(users, and(isNotNull(table.handledBy), eq(users.id, table.handledBy)))
    .where(and(found, status === undefined ? undefined : eq(table.status, status)))
    .orderBy(...order)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    ...countsOf(counted, status),
    data: rows.map(({ lead, categoryName, realName, loginName }) => ({
      needId: lead.id,
      contact: lead.contact,
      mobile: lead.mobile,
      text: lead.text,
      status: lead.status,
      categoryName: categoryName ?? '',
      handlerName: personName({ realName, loginName }),
      mine: lead.handledBy === caller.userId,
      note: lead.note,
      createdAt: lead.createdAt.toISOString(),
      updatedAt: lead.updatedAt.toISOString(),
    })),
  }
}

/**
 * Saves a lead. The first lead from an IP address needs no captcha, further ones do, against scripts. Does not reveal
 * whether the number belongs to an account.
 */
export const leadCreate: Handler<typeof leadsCalls.leadCreate> = async (input, { caller, db, limits, request }) => {
  const { captcha, captchaId, contact, mobile, text, categoryId } = input
  await assertPerson(async () => {
    if (captcha !== '') await redeemCaptcha(db, { captcha, captchaId })
    return captcha !== '' || (request.ip !== undefined && (await limits.seen('need', request.ip)) === 1)
  })
  await db.transaction(async (tx) => {
    const currentCategoryId = await findServiceCategory(tx, categoryId)
    // Serialises concurrent submissions of one number, so that the limit holds.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtext('leads'), hashtext(${lookupHash(mobile, 'leads.mobile')}))`,
    )
    const today = and(eq(table.mobileHash, mobile), gt(table.createdAt, sql`now() - interval '1 day'`))
    const [same] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(today, eq(table.text, text)))
      .limit(1)
    if (same !== undefined) return
    const [counted] = await tx.select({ count: count() }).from(table).where(today)
    if ((counted?.count ?? 0) >= maxLeadsPerDay) throw new CallFailed('needsUsedUp')
    await tx
      .insert(table)
      .values({ contact, mobile, text, categoryId: currentCategoryId, userId: caller?.userId ?? null })
  })
  return {}
}

async function assertPerson(isPerson: () => Promise<boolean>): Promise<void> {
  if (!(await isPerson())) throw new CallFailed('captchaNeeded')
}

/** The category, or the target that replaces a merged one; the tree is held until the transaction ends. */
async function findServiceCategory(tx: Db, asked: number | null): Promise<number | null> {
  if (asked === null) return null
  await holdCategories(tx)
  const categoryId = (await mergedCategories(tx, [asked])).get(asked) ?? asked
  if (!(await currentCategories(tx, 'service')).has(categoryId))
    throw fieldFailed({ field: 'categoryId', message: '请选择一个服务分类' })
  return categoryId
}

/** Concurrent steps: the status is part of the update's condition, so only one succeeds. */
export const leadStep: Handler<typeof leadsCalls.leadStep> = async (input, { caller, db, note: log }) => {
  const { needId, event, note } = input
  const { userId } = caller
  return db.transaction(async (tx) => {
    const [lead] = await tx.select().from(table).where(eq(table.id, needId))
    if (lead === undefined) throw new CallFailed('notFound')
    const to = nextState(leadTransitions, lead.status, event, 'operator')
    if (to === undefined || !canStepLead(event, lead.status, lead.handledBy, userId))
      throw new CallFailed('stepNotAllowed')
    const [moved] = await tx
      .update(table)
      .set({ status: to, handledBy: to === 'waiting' ? null : userId, note, updatedAt: new Date() })
      .where(and(eq(table.id, needId), eq(table.status, lead.status)))
      .returning({ id: table.id })
    if (moved === undefined) throw new CallFailed('stepNotAllowed')
    const step = { entity: 'lead' as const, entityId: needId, event, fromStatus: lead.status, toStatus: to }
    await recordSteps(tx, [{ ...step, userId, reason: note }])
    log(`编号 ${needId}，${eventLabels[event]}`)
    return { status: to }
  })
}

const eventLabels = { take: '接手', finish: '完成', drop: '关闭', release: '放回' } as const

/** Key of the fact that stores the last lead operators were notified of. */
const notifiedFactKey = 'leads.notified'

/**
 * Notifies operators of new leads since the last notification: one notice for all, without phone numbers. Safe to run
 * concurrently: the row with the last notified lead is locked.
 */
export async function notifyOperatorsOfLeads(db: Db, { push }: Pick<Context, 'push'>): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  await db.transaction(async (tx) => {
    await tx.insert(facts).values({ key: notifiedFactKey, value: 0 }).onConflictDoNothing()
    const [fact] = await tx
      .select({ value: facts.value })
      .from(facts)
      .where(eq(facts.key, notifiedFactKey))
      .for('update')
    const lastNotified = Number(fact?.value ?? 0)
    const [fresh] = await tx
      .select({ last: max(table.id), waiting: count(sql`case when ${table.status} = 'waiting' then 1 end`) })
      .from(table)
      .where(gt(table.id, lastNotified))
    if (fresh === undefined || fresh.last === null) return
    await tx.update(facts).set({ value: fresh.last }).where(eq(facts.key, notifiedFactKey))
    if (fresh.waiting === 0) return
    await notify(tx, context, 'need.left', await operatorIds(tx, 'receive'), {
      title: `${fresh.waiting} 位访客留下电话找供应商`,
      text: '请尽快联系，并记下结果。',
      path: links.needs(),
    })
  })
  await notifyAll()
}
