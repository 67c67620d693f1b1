import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { certifications, companies } from '../../../db/tables/accounts.ts'
import { certificationTransitions } from '../../../domain/accounts/certification.ts'
import { sentence } from '../../../domain/sentence.ts'
import { next } from '../../../domain/transition.ts'
import { unlistAllOf } from '../../catalogue/public.ts'
import type { Context } from '../../handler.ts'
import { recordSteps } from '../../operations/public.ts'
import { decide } from '../certification/certification-steps.ts'
import { latestOf } from '../certification/certification-versions.ts'
import { tellCertification } from '../certification/tell-certification.ts'
import type { Company } from '../companies/company-for-change.ts'
import { companyTags } from '../companies/company-tags.ts'

/** Who revokes and why; the reason is read by the company. */
interface Revocation {
  readonly operatorId: number
  readonly reason: string
}

/**
 * Takes the credit code from a company, and its certification where it had one: a version that waits is rejected, its
 * shop is shown no longer and what it sells is off the lists. Its people keep their seller's rights, so that orders
 * under way are finished. The company is locked.
 */
export async function revokeCertification(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>,
  company: Company,
  { operatorId, reason }: Revocation,
): Promise<void> {
  const { id, name, certification, isSaler } = company
  const latest = await latestOf(tx, id)
  if (latest?.status === 'submitted') await decide(tx, company, latest, { event: 'reject', reason, operatorId })
  const status = next(certificationTransitions, certification, 'revoke', 'operator')
  if (status === undefined) {
    // Granted the code by an earlier claim and never certified under it.
    await tx.update(companies).set({ creditCode: null }).where(eq(companies.id, id))
  } else {
    const lost = { certification: status, creditCode: null, certifiedUntil: null, expiryTold: null }
    await tx.update(companies).set(lost).where(eq(companies.id, id))
    await revokeVersion(tx, id, reason)
    const step = { event: 'revoke', fromStatus: certification, toStatus: status, userId: operatorId, reason }
    await recordSteps(tx, [{ entity: 'certification', entityId: id, ...step }])
    if (isSaler) await unlistAllOf(tx, context, id, '企业认证已撤销')
  }
  const tags = await companyTags(tx, id)
  if (tags.length > 0) context.after(() => context.pages.invalidate([...tags, 'services', 'products', 'home']))
  await tellCertification(tx, context, {
    companyId: id,
    isSaler,
    submittedBy: latest?.submittedBy,
    title: status === undefined ? '信用代码不再为贵企业保留' : '企业认证已被撤销',
    text: `${name}：${sentence(reason)}${status === undefined ? '' : '店铺不再展示，服务与商品已下架，不能发起新的交易；履行中的订单请继续完成。'}有异议的，可以提交认领或联系平台客服。`,
  })
}

/** The newest version that was in force. What it said at the time stays: contracts were made under it. */
async function revokeVersion(tx: Db, companyId: number, reason: string): Promise<void> {
  const [version] = await tx
    .select({ id: certifications.id })
    .from(certifications)
    .where(and(eq(certifications.companyId, companyId), inArray(certifications.status, ['approved', 'expired'])))
    .orderBy(desc(certifications.version))
    .limit(1)
  if (version === undefined) return
  await tx.update(certifications).set({ status: 'revoked', reason }).where(eq(certifications.id, version.id))
}
