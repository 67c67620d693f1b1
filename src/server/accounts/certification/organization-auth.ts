import { desc, eq } from 'drizzle-orm'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { certifications, companies } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { historyOf } from '../../operations/public.ts'
import { inForceOf, presenter, versionRows } from './certification-versions.ts'

export const organizationAuth: Handler<typeof certificationCalls.organizationAuth> = async (_input, { caller, db }) => {
  const { companyId } = caller
  if (companyId === null) {
    const none = { certifiedUntil: null, latest: null, inForce: null, versions: [], history: [], companyName: '' }
    return { certification: 'draft', ...none, maySubmit: true, mayClaim: true }
  }
  const [company] = await db.select().from(companies).where(eq(companies.id, companyId))
  if (company === undefined) throw new CallFailed('notFound')
  const rows = await versionRows(db)
    .where(eq(certifications.companyId, companyId))
    .orderBy(desc(certifications.version))
  const versions = rows.map(await presenter(db))
  const [latest = null] = versions
  return {
    certification: company.certification,
    certifiedUntil: company.certifiedUntil?.toISOString() ?? null,
    latest,
    inForce: (await inForceOf(db, [companyId])).get(companyId) ?? null,
    versions,
    history: await historyOf(db, 'certification', companyId),
    companyName: company.name,
    mayClaim: caller.permissions.has('corporate_credit'),
    maySubmit: latest?.status !== 'submitted' && caller.permissions.has('corporate_credit'),
  }
}
