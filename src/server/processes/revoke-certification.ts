import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { certifications, companies } from '../../db/tables/accounts.ts'
import { certificationTransitions, isCertificationSubmitted } from '../../domain/accounts/certification.ts'
import { sentence } from '../../domain/sentence.ts'
import { nextState } from '../../domain/transition.ts'
import type { Context } from '../handler.ts'
import { decideCertification } from '../accounts/certification/certification-steps.ts'
import { getLatestVersion } from '../accounts/certification/certification-versions.ts'
import { notifyCertification } from '../accounts/certification/notify-certification.ts'
import type { Company } from '../accounts/companies/company-for-change.ts'
import { getCompanyTags } from '../accounts/companies/company-tags.ts'
import { unlistCompany } from '../catalogue/publishing/unlist-company.ts'
import { recordSteps } from '../platform/history/record-steps.ts'

/** Who revokes and why; the reason is read by the company. */
interface Revocation {
  readonly operatorId: number
  readonly reason: string
}

/**
 * Revokes the credit code of a company, and its certification if any: a pending version is rejected, its shop is hidden
 * and its listings are unlisted. Its users keep seller access, so that open orders can be finished. Locks the company.
 */
export async function revokeCertification(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>,
  company: Company,
  { operatorId, reason }: Revocation,
): Promise<void> {
  const { id, name, certification, isSaler } = company
  const latest = await getLatestVersion(tx, id)
  if (isCertificationSubmitted(latest?.status))
    await decideCertification(tx, company, latest, { event: 'reject', reason, operatorId })
  const status = nextState(certificationTransitions, certification, 'revoke', 'operator')
  if (status === undefined) {
    // The code was granted by an earlier claim and never certified.
    await tx.update(companies).set({ creditCode: null }).where(eq(companies.id, id))
  } else {
    const lost = { certification: status, creditCode: null, certifiedUntil: null, expiryNotifiedDays: null }
    await tx.update(companies).set(lost).where(eq(companies.id, id))
    await revokeVersion(tx, id, reason)
    const step = { event: 'revoke', fromStatus: certification, toStatus: status, userId: operatorId, reason }
    await recordSteps(tx, [{ entity: 'certification', entityId: id, ...step }])
    if (isSaler) await unlistCompany(tx, context, id, '企业认证已撤销')
  }
  const tags = await getCompanyTags(tx, id)
  if (tags.length > 0) context.after(() => context.pages.invalidate([...tags, 'services', 'products', 'home']))
  await notifyCertification(tx, context, {
    companyId: id,
    isSaler,
    submittedBy: latest?.submittedBy,
    title: status === undefined ? '信用代码不再为贵企业保留' : '企业认证已被撤销',
    text: `${name}：${sentence(reason)}${status === undefined ? '' : '店铺不再展示，服务与商品已下架，不能发起新的交易；履行中的订单请继续完成。'}有异议的，可以提交认领或联系平台客服。`,
  })
}

/** Revokes the newest valid version. Its content is kept, because contracts refer to it. */
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
