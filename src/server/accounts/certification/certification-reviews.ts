import { and, count, desc, eq, ilike, or } from 'drizzle-orm'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { certifications, users } from '../../../db/tables/accounts.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { countsOf } from '../../operations/public.ts'
import { inForceOf, presenter, versionRows } from './certification-versions.ts'
import { anywhere } from '../../search/anywhere.ts'

export const certificationReviews: Handler<typeof certificationCalls.certificationReviews> = async (input, { db }) => {
  const { keyword, status, current, pageSize } = input
  const part = anywhere(keyword)
  const found =
    keyword === '' ? undefined : or(ilike(certifications.companyName, part), ilike(certifications.creditCode, part))
  const byStatus = await db
    .select({ status: certifications.status, count: count() })
    .from(certifications)
    .where(found)
    .groupBy(certifications.status)
  const rows = await versionRows(db)
    .where(and(found, status === undefined ? undefined : eq(certifications.status, status)))
    .orderBy(desc(eq(certifications.status, 'submitted')), desc(certifications.createdAt), desc(certifications.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const people = await submitters(
    db,
    rows.map(({ version }) => version.submittedBy),
  )
  const inForce = await inForceOf(
    db,
    rows.map(({ version }) => version.companyId),
  )
  const present = await presenter(db)
  return {
    ...countsOf(byStatus, status),
    data: rows.map((row) => {
      const { id, companyId, submittedBy } = row.version
      const valid = inForce.get(companyId)
      return {
        ...present(row),
        ...{ companyId, submittedBy: people.get(submittedBy) ?? '' },
        inForce: valid === undefined || valid.certificationId === id ? null : valid,
      }
    }),
  }
}

async function submitters(db: Parameters<typeof presenter>[0], ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, realName: users.realName, loginName: users.loginName })
    .from(users)
    .where(or(...[...new Set(ids)].map((id) => eq(users.id, id))))
  return new Map(rows.map((row) => [row.id, personName(row)]))
}
