import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { bankAccounts, certifications, companies } from '../../../db/tables/accounts.ts'
import {
  certificationTransitions,
  certifiedUntilOf,
  followsVersions,
  type CertificationEvent,
  type CertificationStatus,
} from '../../../domain/accounts/certification.ts'
import { next } from '../../../domain/transition.ts'
import { recordSteps } from '../../operations/public.ts'
import type { Version } from './certification-versions.ts'
import type { Company } from '../companies/company-for-change.ts'
import { takeCompanyName, takeCreditCode } from '../companies/name-free.ts'
import { shortNameOf } from '../companies/new-company.ts'

/** Who decides: an operator, or the system where the licence itself confirms what was typed. */
export interface Decision {
  readonly event: Exclude<CertificationEvent, 'submit' | 'expire'>
  readonly reason: string
  /** undefined = the system. */
  readonly operatorId?: number
}

/**
 * Decides about a waiting version, its company being locked; of two who decide at once the second gets stepNotAllowed.
 * An approval puts what the version says in force; a refusal leaves an older approved version in force.
 */
export async function decide(
  tx: Db,
  company: Company,
  version: Version,
  decision: Decision,
): Promise<CertificationStatus> {
  const { event, reason, operatorId } = decision
  const actor = operatorId === undefined ? 'system' : 'operator'
  const status = next(certificationTransitions, version.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [decided] = await tx
    .update(certifications)
    .set({ status, reason, reviewedBy: operatorId ?? null, reviewedAt: new Date() })
    .where(and(eq(certifications.id, version.id), eq(certifications.status, version.status)))
    .returning({ id: certifications.id })
  if (decided === undefined) throw new CallFailed('stepNotAllowed')
  if (status === 'approved') await putInForce(tx, company, version)
  else if (followsVersions(company.certification)) await setCertification(tx, company.id, status)
  const step = { event, fromStatus: version.status, toStatus: status, userId: operatorId ?? null, reason }
  await recordSteps(tx, [{ entity: 'certification', entityId: company.id, ...step }])
  return status
}

/** Until a company was certified once, its state is that of its newest version. */
export const setCertification = (tx: Db, companyId: number, certification: CertificationStatus) =>
  tx.update(companies).set({ certification }).where(eq(companies.id, companyId))

/** The company is what its licence says from now on; so is the name on its bank account. */
async function putInForce(tx: Db, company: Company, version: Version): Promise<void> {
  const { companyName: name, creditCode, districtCode, address, foundedAt, validUntil } = version
  await takeCompanyName(tx, name, company.id)
  await takeCreditCode(tx, creditCode, company.id)
  const shortName = company.shortName === shortNameOf(company.name) ? shortNameOf(name) : company.shortName
  await tx
    .update(companies)
    .set({
      ...{ name, shortName, creditCode, districtCode, address, foundedAt },
      ...{ certification: 'approved', certifiedUntil: certifiedUntilOf(validUntil), expiryTold: null },
    })
    .where(eq(companies.id, company.id))
  await tx.update(bankAccounts).set({ accountName: name }).where(eq(bankAccounts.companyId, company.id))
}
