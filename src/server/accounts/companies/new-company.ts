import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, roles, users } from '../../../db/tables/accounts.ts'
import { withoutLegalForm } from '../../../domain/accounts/legal-form.ts'
import { presetRoles } from '../../../domain/accounts/roles.ts'
import { reserveCompanyName } from './company-names.ts'

/** Initial data of a company. */
export interface NewCompany {
  /** The person who becomes its owner. */
  readonly ownerId: number
  readonly name: string
  readonly contactName?: string
  readonly contactPhone?: string
}

/**
 * Makes a company with its preset roles; the person becomes its owner. Throws inCompany when they belong to one
 * already, companyNameUsed. The district stays empty until details or a certification are saved.
 */
export async function createCompany(tx: Db, { ownerId, name, ...contact }: NewCompany): Promise<number> {
  await lockPersonWithoutCompany(tx, ownerId)
  await reserveCompanyName(tx, name, null)
  const [made] = await tx
    .insert(companies)
    .values({ name, shortName: getShortName(name), districtCode: '', ...contact })
    .returning({ id: companies.id })
  if (made === undefined) throw new CallFailed('conflict')
  await tx
    .insert(roles)
    .values(presetRoles.map((role) => ({ companyId: made.id, name: role.name, permissions: [...role.permissions] })))
  await tx.update(users).set({ companyId: made.id, isOwner: true }).where(eq(users.id, ownerId))
  return made.id
}

/** Locks a user without a company, so that they join one only. Throws inCompany. */
export async function lockPersonWithoutCompany(tx: Db, userId: number): Promise<void> {
  const [person] = await tx
    .select({ companyId: users.companyId })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (person === undefined) throw new CallFailed('notFound')
  if (person.companyId !== null) throw new CallFailed('inCompany')
}

/** 天津臻境安全评价中心有限公司 → 天津臻境安全评价中心, 30 characters at most. */
export const getShortName = (name: string): string =>
  [...withoutLegalForm(name)].slice(0, 30).join('') || name.slice(0, 30)
