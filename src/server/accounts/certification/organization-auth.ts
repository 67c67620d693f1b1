import { desc, eq } from 'drizzle-orm'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { CallFailed, fieldFailed, type FieldError } from '../../../contract/failures.ts'
import { certifications, companies, bankAccounts } from '../../../db/tables/accounts.ts'
import type { Handler, Context } from '../../handler.ts'
import {
  getVersionsInForce,
  createVersionPresenter,
  selectVersions,
  getLatestVersion,
  type CertificationRow,
} from './certification-versions.ts'
import { historyOf } from '../../platform/history/histories.ts'
import type { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import {
  followsVersions,
  supplierAgreementVersion,
  supplierStepOf,
  isCertificationSubmitted,
  isCompanySuspended,
} from '../../../domain/accounts/certification.ts'
import { date } from '../../../domain/time.ts'
import { setCertification } from './certification-steps.ts'
import { lockCompanyForChange, assertDistrict } from '../companies/company-for-change.ts'
import { approveAutomatically } from './automatic-approval.ts'
import { matchesLicence, getSavedReading } from './licence-reading.ts'
import { reserveCompanyName, reserveCreditCode } from '../companies/company-names.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { ownFile, assignFileToCompany } from '../../platform/files/files.ts'
import { shops } from '../../../db/tables/shops.ts'

export const organizationAuth: Handler<typeof certificationCalls.organizationAuth> = async (_input, { caller, db }) => {
  const { companyId } = caller
  if (companyId === null) {
    const none = { certifiedUntil: null, latest: null, inForce: null, versions: [], history: [], companyName: '' }
    return { authStatus: 'draft', ...none, maySubmit: true, mayClaim: true }
  }
  const [company] = await db.select().from(companies).where(eq(companies.id, companyId))
  if (company === undefined) throw new CallFailed('notFound')
  const rows = await selectVersions(db)
    .where(eq(certifications.companyId, companyId))
    .orderBy(desc(certifications.version))
  const versions = rows.map(await createVersionPresenter(db))
  const [latest = null] = versions
  return {
    authStatus: company.certification,
    certifiedUntil: company.certifiedUntil?.toISOString() ?? null,
    latest,
    inForce: (await getVersionsInForce(db, [companyId])).get(companyId) ?? null,
    versions,
    history: await historyOf(db, 'certification', companyId),
    companyName: company.name,
    mayClaim: caller.permissions.has('corporate_credit'),
    maySubmit: !isCertificationSubmitted(latest?.status) && caller.permissions.has('corporate_credit'),
  }
}

type Input = z.output<typeof certificationCalls.organizationAuthSave.input>

/**
 * Runs inside the transaction of its idempotency key. With REVIEW=auto a version is decided at once if
 * its licence was recognised before (the form does that); otherwise a job does it later and the status is submitted,
 * because recognition takes seconds and must not run inside a transaction.
 */
export const organizationAuthSave: Handler<typeof certificationCalls.organizationAuthSave> = async (input, context) => {
  const { caller, db, config, note, after, jobs } = context
  await assertPlausible(db, input)
  const file = await ownFile(db, input.licenceFileId, caller, 'licence')
  const { companyName: name } = input
  const company = await lockCompanyForChange(db, caller, 'corporate_credit', () => ({ name }))
  if (isCompanySuspended(company.certification)) throw new CallFailed('companySuspended')
  await assignFileToCompany(db, file, company.id)
  await reserveCompanyName(db, name, company.id)
  await reserveCreditCode(db, input.creditCode, company.id)
  const reading = await getSavedReading(db, file.id)
  const licenceConfirms = reading !== undefined && matchesLicence(reading, input)
  const version = await nextVersion(db, {
    ...input,
    companyId: company.id,
    submittedBy: caller.userId,
    licenceConfirms,
  })
  const step = { event: 'submit', fromStatus: 'draft', toStatus: 'submitted', reason: `第 ${version.version} 版` }
  const by = actorOf({ userId: caller.userId, companyId: company.id })
  await recordSteps(db, [{ entity: 'certification', entityId: company.id, ...step, ...by }])
  if (followsVersions(company.certification)) await setCertification(db, company.id, 'submitted')
  note(`${name}，第 ${version.version} 版`)
  const answer = { certificationId: version.id, version: version.version }
  if (licenceConfirms && config.review === 'auto') {
    return { ...answer, status: await approveAutomatically(db, context, company, version) }
  }
  if (reading === undefined) after(() => jobs.wake('accounts-read-licences'))
  return { ...answer, status: 'submitted' }
}

async function assertPlausible(db: Context['db'], { validUntil, foundedAt, districtCode }: Input): Promise<void> {
  await assertDistrict(db, districtCode)
  const today = date(new Date().toISOString())
  const errors: FieldError[] = []
  if (validUntil !== null && validUntil < today)
    errors.push({ field: 'validUntil', message: '营业期限已过，请上传有效的营业执照' })
  if (foundedAt !== null && foundedAt > today) errors.push({ field: 'foundedAt', message: '成立日期不能晚于今天' })
  if (errors.length > 0) throw fieldFailed(...errors)
}

/** Requires the lock of the company. Throws certificationWaiting if a version is already submitted. */
async function nextVersion(
  tx: Db,
  columns: Omit<typeof certifications.$inferInsert, 'version' | 'status'>,
): Promise<CertificationRow> {
  const latest = await getLatestVersion(tx, columns.companyId)
  if (isCertificationSubmitted(latest?.status)) throw new CallFailed('certificationWaiting')
  const version = (latest?.version ?? 0) + 1
  const [made] = await tx
    .insert(certifications)
    .values({ ...columns, version, status: 'submitted' })
    .returning()
  if (made === undefined) throw new CallFailed('conflict')
  return made
}

export const companyAuth: Handler<typeof certificationCalls.companyAuth> = async (_input, { caller, db }) => {
  const agreementVersion = supplierAgreementVersion
  if (caller.companyId === null) {
    const company = { companyId: null, companyName: '', certifiedUntil: null, isSaler: false, reason: '' }
    const shop = { shopName: '', shopBrief: '', shopLogo: '', agreementVersion }
    const state = { authStatus: 'draft', latestStatus: 'draft', step: 'certification' } as const
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
  const latest = await getLatestVersion(db, id)
  const hasAccount = row.account !== null
  const step = supplierStepOf({ certification, isSaler, hasAccount })
  const permission = step === 'certification' || step === 'account' ? 'corporate_credit' : 'corporate_show'
  return {
    companyId: id,
    companyName: name,
    authStatus: certification,
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
