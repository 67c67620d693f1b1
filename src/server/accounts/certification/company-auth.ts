import { eq } from 'drizzle-orm'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { shops } from '../../../db/tables/shops.ts'
import { supplierAgreementVersion, supplierStepOf } from '../../../domain/accounts/certification.ts'
import type { Handler } from '../../handler.ts'
import { latestOf } from './certification-versions.ts'

export const companyAuth: Handler<typeof certificationCalls.companyAuth> = async (_input, { caller, db }) => {
  const agreementVersion = supplierAgreementVersion
  if (caller.companyId === null) {
    const company = { companyId: null, companyName: '', certifiedUntil: null, isSaler: false, reason: '' }
    const shop = { shopName: '', shopBrief: '', shopLogo: '', agreementVersion }
    return { ...company, ...shop, certification: 'draft', latestStatus: 'draft', step: 'certification', mayAct: true }
  }
  const [row] = await db
    .select({ company: companies, shop: { shopName: shops.name, shopBrief: shops.brief, shopLogo: shops.logo } })
    .from(companies)
    .leftJoin(shops, eq(shops.companyId, companies.id))
    .where(eq(companies.id, caller.companyId))
  if (row === undefined) throw new CallFailed('notFound')
  const { id, name, certification, certifiedUntil, isSaler } = row.company
  const latest = await latestOf(db, id)
  const step = supplierStepOf(row.company)
  return {
    ...{ companyId: id, companyName: name, certification, isSaler, step, agreementVersion },
    ...(row.shop ?? { shopName: '', shopBrief: '', shopLogo: '' }),
    latestStatus: latest?.status ?? certification,
    reason: latest?.reason ?? '',
    certifiedUntil: certifiedUntil?.toISOString() ?? null,
    mayAct: caller.permissions.has(step === 'certification' ? 'corporate_credit' : 'corporate_show'),
  }
}
