import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { bankAccounts, certifications, companies } from '../../../db/tables/accounts.ts'
import {
  certificationTransitions,
  certifiedUntilOf,
  followsVersions,
  type CertificationStatus,
  isCertified,
  isCompanySuspended,
} from '../../../domain/accounts/certification.ts'
import { nextState } from '../../../domain/transition.ts'
import type { CertificationRow } from './certification-versions.ts'
import type { Company } from '../companies/company-for-change.ts'
import { reserveCompanyName, reserveCreditCode } from '../companies/company-names.ts'
import { getShortName } from '../companies/new-company.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

/** Decision of an operator, or of the system when the licence confirms the input. */
export interface CertificationDecision {
  readonly event: 'approve' | 'reject' | 'askMore'
  readonly reason: string
  /** undefined = the system. */
  readonly operatorId?: number
}

/**
 * Decides a submitted version; requires the lock of its company. Throws stepNotAllowed if it was decided already.
 * Approval applies the version to the company; rejection leaves an older approved version in force.
 */
export async function decideCertification(
  tx: Db,
  company: Company,
  version: CertificationRow,
  decision: CertificationDecision,
): Promise<CertificationStatus> {
  const { event, reason, operatorId } = decision
  if (event === 'approve' && isCompanySuspended(company.certification)) throw new CallFailed('companySuspended')
  const actor = operatorId === undefined ? 'system' : 'operator'
  const status = nextState(certificationTransitions, version.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [decided] = await tx
    .update(certifications)
    .set({ status, reason, reviewedBy: operatorId ?? null, reviewedAt: new Date() })
    .where(and(eq(certifications.id, version.id), eq(certifications.status, version.status)))
    .returning({ id: certifications.id })
  if (decided === undefined) throw new CallFailed('stepNotAllowed')
  if (isCertified(status)) await putInForce(tx, company, version)
  else if (followsVersions(company.certification)) await setCertification(tx, company.id, status)
  const step = { event, fromStatus: version.status, toStatus: status, userId: operatorId ?? null, reason }
  await recordSteps(tx, [{ entity: 'certification', entityId: company.id, ...step }])
  return status
}

/** Until a company was certified once, its state is that of its newest version. */
export const setCertification = (tx: Db, companyId: number, certification: CertificationStatus) =>
  tx.update(companies).set({ certification }).where(eq(companies.id, companyId))

/** Applies name, credit code and address of the approved licence to the company and its bank account. */
async function putInForce(tx: Db, company: Company, version: CertificationRow): Promise<void> {
  const { companyName: name, creditCode, districtCode, address, foundedAt, validUntil } = version
  await reserveCompanyName(tx, name, company.id)
  await reserveCreditCode(tx, creditCode, company.id)
  const shortName = company.shortName === getShortName(company.name) ? getShortName(name) : company.shortName
  await tx
    .update(companies)
    .set({
      name,
      shortName,
      creditCode,
      districtCode,
      address,
      foundedAt,
      certification: 'approved',
      certifiedUntil: certifiedUntilOf(validUntil),
      expiryNotifiedDays: null,
    })
    .where(eq(companies.id, company.id))
  await tx.update(bankAccounts).set({ accountName: name }).where(eq(bankAccounts.companyId, company.id))
}
