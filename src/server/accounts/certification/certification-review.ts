import { eq } from 'drizzle-orm'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { certifications } from '../../../db/tables/accounts.ts'
import type { CertificationStatus } from '../../../domain/accounts/certification.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Handler } from '../../handler.ts'
import { decide } from './certification-steps.ts'
import type { Version } from './certification-versions.ts'
import { lockCompany } from '../companies/company-for-change.ts'
import { companyTags } from '../companies/company-tags.ts'
import { tellCertification } from './tell-certification.ts'

/** Nobody decides about their own company. */
export const certificationReview: Handler<typeof certificationCalls.certificationReview> = async (
  { certificationId, decision, reason },
  context,
) => {
  const { caller, db, pages, after, note } = context
  if (decision !== 'approve' && reason === '') throw fieldFailed({ field: 'reason', message: '请写明原因，企业将看到' })
  return db.transaction(async (tx) => {
    const { companyId } = await versionOf(tx, certificationId)
    if (companyId === caller.companyId) throw new CallFailed('forbidden')
    const company = await lockCompany(tx, companyId)
    // Read again: what came before the lock may have decided already.
    const version = await versionOf(tx, certificationId)
    const status = await decide(tx, company, version, { event: decision, reason, operatorId: caller.userId })
    const tags = await companyTags(tx, companyId)
    if (status === 'approved' && tags.length > 0) after(() => pages.invalidate(tags))
    const { submittedBy } = version
    await tellCertification(tx, context, {
      companyId,
      isSaler: company.isSaler,
      submittedBy,
      ...words(status, version, reason),
    })
    note(`${version.companyName}，第 ${version.version} 版`)
    return { status }
  })
}

async function versionOf(tx: Db, id: number): Promise<Version> {
  const [version] = await tx.select().from(certifications).where(eq(certifications.id, id))
  if (version === undefined) throw new CallFailed('notFound')
  return version
}

function words(status: CertificationStatus, { companyName, version }: Version, reason: string) {
  const which = `${companyName} 的企业认证（第 ${version} 版）`
  if (status === 'approved') return { title: '企业认证已通过', text: `${which}已通过。` }
  if (status === 'rejected')
    return { title: '企业认证未通过', text: `${which}未通过：${sentence(reason)}请修改后重新提交。` }
  return { title: '企业认证需要补充材料', text: `${which}需要补充：${sentence(reason)}请补充后重新提交。` }
}
