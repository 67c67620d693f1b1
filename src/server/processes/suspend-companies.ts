import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { platformRecordsCalls } from '../../contract/operations/platform-records.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { demands } from '../../db/tables/demands.ts'
import { shops } from '../../db/tables/shops.ts'
import { certificationTransitions, isCompanySuspended, wasCertified } from '../../domain/accounts/certification.ts'
import { demandTransitions, isDemandOpen, isDemandEvaluating } from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { sentence } from '../../domain/sentence.ts'
import { nextState } from '../../domain/transition.ts'
import { notifyCertification } from '../accounts/certification/notify-certification.ts'
import { getLatestVersion } from '../accounts/certification/certification-versions.ts'
import { lockCompany, type Company } from '../accounts/companies/company-for-change.ts'
import { getCompanyTags } from '../accounts/companies/company-tags.ts'
import { notify } from '../accounts/notifications/notify.ts'
import { listingReview } from '../catalogue/publishing/listing-reviews.ts'
import { moveCompanyListings } from '../catalogue/publishing/unlist-company.ts'
import { demandTags } from '../demands/demand-tags.ts'
import type { Context, Handler } from '../handler.ts'
import { recordSteps } from '../platform/history/record-steps.ts'
import { endSuspension, findOpenSuspension, openSuspension } from '../platform/history/suspensions.ts'
import { recipientsWithPermission } from '../platform/notices/notices.ts'
import { confirmOrAsk } from './second-operator.ts'
import { closeShop } from './shop-close.ts'
import { revokeCertification } from './claim-review.ts'

type OperatorContext = Context<'operator'>

const noteCompany = ({ note }: OperatorContext, { id, name }: Company) =>
  note(name, { kind: 'company', id, companyIds: [id] })

/** Moves the certification of a company with its history row. Throws stepNotAllowed if it is not in the right state. */
async function moveCertification(
  tx: Db,
  company: Company,
  event: 'suspend' | 'restore' | 'restoreExpired',
  { userId, reason }: { readonly userId: number; readonly reason: string },
): Promise<void> {
  const { id, certification } = company
  const to = nextState(certificationTransitions, certification, event, 'operator')
  if (to === undefined) throw new CallFailed('stepNotAllowed')
  await tx.update(companies).set({ certification: to }).where(eq(companies.id, id))
  const step = { event, fromStatus: certification, toStatus: to, userId, reason }
  await recordSteps(tx, [{ entity: 'certification', entityId: id, ...step }])
}

/** Tells the company and refreshes the public pages that show it. */
async function announce(
  tx: Db,
  context: OperatorContext,
  { id, isSaler }: Company,
  news: { readonly title: string; readonly text: string },
): Promise<void> {
  const latest = await getLatestVersion(tx, id)
  await notifyCertification(tx, context, { companyId: id, isSaler, submittedBy: latest?.submittedBy, ...news })
  const tags = await getCompanyTags(tx, id)
  context.after(() => context.pages.invalidate([...tags, 'services', 'products', 'home', 'classes']))
}

interface DemandMove {
  readonly event: 'suspend' | 'release'
  readonly userId: number
  readonly reason: string
}

/** Takes demands down or brings them back, with history rows; returns their ids. */
async function moveDemands(
  tx: Db,
  { after, pages }: Pick<Context, 'after' | 'pages'>,
  rows: readonly Pick<typeof demands.$inferSelect, 'id' | 'status'>[],
  { event, userId, reason }: DemandMove,
): Promise<number[]> {
  const moved: number[] = []
  for (const { id, status } of rows) {
    const to = nextState(demandTransitions, status, event, 'operator')
    if (to === undefined) throw new CallFailed('stepNotAllowed')
    const step = { event, fromStatus: status, toStatus: to, userId, reason }
    await tx
      .update(demands)
      .set({ status: to, reason: event === 'suspend' ? reason : '' })
      .where(and(eq(demands.id, id), eq(demands.status, status)))
    await recordSteps(tx, [{ entity: 'demand', entityId: id, ...step }])
    moved.push(id)
  }
  if (moved.length > 0) after(() => pages.invalidate([...demandTags(...moved), 'home']))
  return moved
}

export const companySuspend: Handler<typeof platformRecordsCalls.companySuspend> = async (input, context) => {
  const { db, caller, note } = context
  const { companyId, reason } = input
  const company = await lockCompany(db, companyId)
  if (!wasCertified(company.certification))
    throw new CallFailed(isCompanySuspended(company.certification) ? 'stepNotAllowed' : 'companyUncertified')
  const { userId } = caller
  const request = { action: 'companySuspend', subjectId: companyId, title: company.name, reason } as const
  if (!(await confirmOrAsk(db, context, request))) {
    note(`申请：${company.name}`, { kind: 'company', id: companyId, companyIds: [companyId] })
    return { listings: 0, demands: 0, waiting: true }
  }
  await moveCertification(db, company, 'suspend', { userId, reason })
  const move = { from: 'published', event: 'suspend', actor: 'operator', operatorId: userId, reason } as const
  const services = await moveCompanyListings(db, context, 'service', companyId, move)
  const products = await moveCompanyListings(db, context, 'product', companyId, move)
  const open = await db
    .select({ id: demands.id, status: demands.status })
    .from(demands)
    .where(
      and(eq(demands.companyId, companyId), inArray(demands.status, ['open', 'evaluating']), isNull(demands.deletedAt)),
    )
    .for('no key update')
  const hidden = await moveDemands(db, context, open, { event: 'suspend', userId, reason })
  const before = { services, products, demands: hidden }
  await openSuspension(db, { kind: 'company', targetId: companyId, reason, operatorId: userId, before })
  await announce(db, context, company, {
    title: '企业已被平台停用',
    text: `${company.name}：${sentence(reason)}店铺、服务、商品与需求不再展示，不能发起新的交易；履行中的订单请继续完成。有异议的，请联系平台客服。`,
  })
  noteCompany(context, company)
  return { listings: services.length + products.length, demands: hidden.length, waiting: false }
}

export const companyRestore: Handler<typeof platformRecordsCalls.companyRestore> = async (input, context) => {
  const { db, caller } = context
  const { companyId, reason } = input
  const company = await lockCompany(db, companyId)
  const { userId } = caller
  const before = await endSuspension(db, 'company', companyId, { operatorId: userId, reason })
  const { certifiedUntil, isSaler } = company
  const hasExpired = certifiedUntil !== null && certifiedUntil <= new Date()
  await moveCertification(db, company, hasExpired ? 'restoreExpired' : 'restore', { userId, reason })
  // Listings of a shop that was closed meanwhile stay off.
  const bring = (kind: 'service' | 'product', only: readonly number[] = []) =>
    isSaler
      ? moveCompanyListings(db, context, kind, companyId, {
          from: 'suspended',
          event: 'restore',
          actor: 'operator',
          operatorId: userId,
          reason,
          only,
        })
      : []
  const services = await bring('service', before.services)
  const products = await bring('product', before.products)
  const hidden = await db
    .select({ id: demands.id, status: demands.status })
    .from(demands)
    .where(
      and(
        eq(demands.companyId, companyId),
        inArray(demands.id, [...(before.demands ?? [])]),
        eq(demands.status, 'suspended'),
        isNull(demands.deletedAt),
      ),
    )
    .for('no key update')
  const shown = await moveDemands(db, context, hidden, { event: 'release', userId, reason })
  await announce(db, context, company, {
    title: '企业已恢复',
    text: `${company.name}：${sentence(reason)}停用时撤下的服务、商品与需求已恢复展示。`,
  })
  noteCompany(context, company)
  return { listings: services.length + products.length, demands: shown.length }
}

export const certificationRevoke: Handler<typeof platformRecordsCalls.certificationRevoke> = async (input, context) => {
  const { db, caller } = context
  const { companyId, reason } = input
  const company = await lockCompany(db, companyId)
  if (nextState(certificationTransitions, company.certification, 'revoke', 'operator') === undefined)
    throw new CallFailed('companyUncertified')
  if ((await findOpenSuspension(db, 'company', companyId)) !== undefined)
    await endSuspension(db, 'company', companyId, { operatorId: caller.userId, reason: '认证已撤销' })
  await revokeCertification(db, context, company, { operatorId: caller.userId, reason })
  noteCompany(context, company)
  return {}
}

export const shopCloseByOperator: Handler<typeof platformRecordsCalls.shopCloseByOperator> = async (input, context) => {
  const { db, note } = context
  const { shopId, reason } = input
  const [shop] = await db.select().from(shops).where(eq(shops.id, shopId))
  if (shop === undefined) throw new CallFailed('notFound')
  const { companyId, name } = shop
  const company = await lockCompany(db, companyId)
  if (!company.isSaler) throw new CallFailed('stepNotAllowed')
  const people = (await recipientsWithPermission(db, [companyId], 'corporate_show')).get(companyId) ?? []
  const unlisted = await closeShop(db, context, { companyId, shopId }, `平台关闭店铺：${reason}`)
  await notify(db, context, 'certification.moved', people, {
    title: `店铺“${name}”已被平台关闭`,
    text: `原因：${sentence(reason)}服务与商品已下架。有异议的，请联系平台客服。`,
    path: links.contact(),
  })
  note(`${name}，下架 ${unlisted} 项`, { kind: 'shop', id: shopId, companyIds: [companyId] })
  return { unlisted }
}

export const listingTakeDown: Handler<typeof platformRecordsCalls.listingTakeDown> = async (input, context) => {
  const { kind, listingId, event, reason } = input
  await listingReview({ kind, listingId, event, reason }, context)
  return {}
}

export const demandTakeDown: Handler<typeof platformRecordsCalls.demandTakeDown> = async (input, context) => {
  const { db, caller, note } = context
  const { demandId, event, reason } = input
  const [demand] = await db
    .select()
    .from(demands)
    .where(and(eq(demands.id, demandId), isNull(demands.deletedAt)))
    .for('no key update')
  if (demand === undefined) throw new CallFailed('notFound')
  const { title, companyId, demandNo } = demand
  if (event === 'suspend' && !isDemandOpen(demand.status) && !isDemandEvaluating(demand.status))
    throw new CallFailed('stepNotAllowed')
  // Demands of a suspended company come back with it.
  const company = await lockCompany(db, companyId)
  if (event === 'release' && isCompanySuspended(company.certification)) throw new CallFailed('stepNotAllowed')
  await moveDemands(db, context, [demand], { event, userId: caller.userId, reason })
  const people = (await recipientsWithPermission(db, [companyId], 'my_requirement')).get(companyId) ?? []
  await notify(db, context, 'demand.reviewed', people, {
    title: event === 'suspend' ? `需求“${title}”已被平台下架` : `需求“${title}”已恢复展示`,
    text: event === 'suspend' ? `原因：${sentence(reason)}有异议的，请联系平台客服。` : sentence(reason),
    path: links.buyerDemand(demandId),
  })
  note(`${demandNo}，${event === 'suspend' ? '下架' : '恢复'}`, {
    kind: 'demand',
    id: demandId,
    companyIds: [companyId],
  })
  return {}
}
