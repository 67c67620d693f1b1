import { eq } from 'drizzle-orm'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { bankAccounts, companies } from '../../../db/tables/accounts.ts'
import { shops } from '../../../db/tables/shops.ts'
import { supplierAgreementVersion, supplierStepOf } from '../../../domain/accounts/certification.ts'
import type { Handler } from '../../handler.ts'
import { latestOf } from './certification-versions.ts'

export const companyAuth: Handler<typeof certificationCalls.companyAuth> = async (_input, { caller, db }) => {
  const agreementVersion = supplierAgreementVersion
  if (caller.companyId === null) {
    const company = { companyId: null, companyName: '', certifiedUntil: null, isSaler: false, reason: '' }
    const shop = { shopName: '', shopBrief: '', shopLogo: '', agreementVersion }
    const state = { certification: 'draft', latestStatus: 'draft', step: 'certification' } as const
    return { ...company, ...shop, ...state, hasAccount: false, mayAct: true }
  }
  const [row] = await db
    .select({
      company: companies,
      account: bankAccounts.companyId,
      shop: { shopName: shops.name, shopBrief: shops.brief, shopLogo: shops.logo },
    })
    .from(companies)
    .leftJoin(shops, eq(shops.companyId, companies.id))
    .leftJoin(bankAccounts, eq(bankAccounts.companyId, companies.id))
    .where(eq(companies.id, caller.companyId))
  if (row === undefined) throw new CallFailed('notFound')
  const { id, name, certification, certifiedUntil, isSaler } = row.company
  const latest = await latestOf(db, id)
  const hasAccount = row.account !== null
  const step = supplierStepOf({ certification, isSaler, hasAccount })
  const permission = step === 'certification' || step === 'account' ? 'corporate_credit' : 'corporate_show'
  return {
    companyId: id,
    companyName: name,
    certification,
    isSaler,
    step,
    agreementVersion,
    hasAccount,
    ...(row.shop ?? { shopName: '', shopBrief: '', shopLogo: '' }),
    latestStatus: latest?.status ?? certification,
    reason: latest?.reason ?? '',
    certifiedUntil: certifiedUntil?.toISOString() ?? null,
    mayAct: caller.permissions.has(permission),
  }
}
