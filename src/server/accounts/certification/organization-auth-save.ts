import type { z } from 'zod'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { CallFailed, fieldFailed, type FieldFault } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { certifications } from '../../../db/tables/accounts.ts'
import { followsVersions } from '../../../domain/accounts/certification.ts'
import { date } from '../../../domain/time.ts'
import type { Context, Handler } from '../../handler.ts'
import { actorOf, fileOf, giveToCompany, recordSteps } from '../../operations/public.ts'
import { setCertification } from './certification-steps.ts'
import { latestOf, type Version } from './certification-versions.ts'
import { companyForChange, mustBeDistrict } from '../companies/company-for-change.ts'
import { confirmByItself } from './confirm-by-itself.ts'
import { confirms, keptReading } from './licence-reading.ts'
import { takeCompanyName, takeCreditCode } from '../companies/name-free.ts'

type Input = z.output<typeof certificationCalls.organizationAuthSave.input>

/**
 * Runs inside the transaction of its idempotency key. With REVIEW=auto a version whose licence was read before, as the
 * form does it, is decided at once; one that was not read yet is read by a job, and the answer says submitted: reading
 * takes seconds, and no transaction is to last that long.
 */
export const organizationAuthSave: Handler<typeof certificationCalls.organizationAuthSave> = async (input, context) => {
  const { caller, db, config, note, after, jobs } = context
  await mustBePlausible(db, input)
  const file = await fileOf(db, input.licenceFileId, caller, 'licence')
  const { companyName: name } = input
  const company = await companyForChange(db, caller, 'corporate_credit', () => ({ name }))
  await giveToCompany(db, file, company.id)
  await takeCompanyName(db, name, company.id)
  await takeCreditCode(db, input.creditCode, company.id)
  const reading = await keptReading(db, file.id)
  const licenceConfirms = reading !== undefined && confirms(reading, input)
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
    return { ...answer, status: await confirmByItself(db, context, company, version) }
  }
  if (reading === undefined) after(() => jobs.wake('accounts-read-licences'))
  return { ...answer, status: 'submitted' }
}

async function mustBePlausible(db: Context['db'], { validUntil, foundedAt, districtCode }: Input): Promise<void> {
  await mustBeDistrict(db, districtCode)
  const today = date(new Date().toISOString())
  const faults: FieldFault[] = []
  if (validUntil !== null && validUntil < today)
    faults.push({ field: 'validUntil', message: '营业期限已过，请上传有效的营业执照' })
  if (foundedAt !== null && foundedAt > today) faults.push({ field: 'foundedAt', message: '成立日期不能晚于今天' })
  if (faults.length > 0) throw fieldFailed(...faults)
}

/** The company is locked: of two who submit at once the second finds the first one's version waiting. */
async function nextVersion(
  tx: Db,
  columns: Omit<typeof certifications.$inferInsert, 'version' | 'status'>,
): Promise<Version> {
  const latest = await latestOf(tx, columns.companyId)
  if (latest?.status === 'submitted') throw new CallFailed('certificationWaiting')
  const version = (latest?.version ?? 0) + 1
  const [made] = await tx
    .insert(certifications)
    .values({ ...columns, version, status: 'submitted' })
    .returning()
  if (made === undefined) throw new CallFailed('conflict')
  return made
}
