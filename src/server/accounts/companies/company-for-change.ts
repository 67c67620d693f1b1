import { eq } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { dictionaries } from '../../../db/tables/reference.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { companyCategoryKey } from '../../../domain/reference/dictionary-keys.ts'
import type { Caller } from '../../handler.ts'
import { grantedPermissions, permissionsOf } from '../../session/permissions.ts'
import { createCompany, type NewCompany } from './new-company.ts'
import { districtNames } from '../../platform/district-names.ts'

export type Company = typeof companies.$inferSelect

/** Locks a company row until the transaction ends, so that one writer at a time changes versions, name and state. */
export async function lockCompany(tx: Db, companyId: number): Promise<Company> {
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId)).for('no key update')
  if (company === undefined) throw new CallFailed('notFound')
  return company
}

/**
 * Locks the company of a user for a change that needs a permission; without a company one is created from `make`, owned
 * by the user. The user row is locked first, so that a double submit creates one company. Throws forbidden.
 */
export async function lockCompanyForChange(
  tx: Db,
  { userId }: Pick<Caller, 'userId'>,
  permission: Permission,
  make: () => Omit<NewCompany, 'ownerId'>,
): Promise<Company> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [person] = await tx
    .select({ companyId: users.companyId, isOwner: users.isOwner, granted: grantedPermissions })
    .from(users)
    .where(eq(users.id, userId))
  if (person === undefined) throw new CallFailed('sessionInvalid')
  if (person.companyId === null) return lockCompany(tx, await createCompany(tx, { ownerId: userId, ...make() }))
  if (!permissionsOf(person).has(permission)) throw new CallFailed('forbidden')
  return lockCompany(tx, person.companyId)
}

/** Throws for a code that the register of districts does not know. */
export async function assertDistrict(db: Db, districtCode: string): Promise<void> {
  if (!(await districtNames(db)).has(districtCode)) throw fieldFailed({ field: 'districtCode', message: '请选择地区' })
}

/** Throws for a service class that the dictionary does not know. Its key has a leading space on the wire. */
export async function assertServiceClasses(db: Db, serviceClasses: readonly string[]): Promise<void> {
  const known = await db
    .select({ code: dictionaries.dictCode })
    .from(dictionaries)
    .where(eq(dictionaries.dictKey, companyCategoryKey))
  const codes = new Set(known.map(({ code }) => code))
  const wrong = serviceClasses.some((one) => !codes.has(one))
  if (wrong) throw fieldFailed({ field: 'serviceClasses', message: '请从给出的业务分类中选择' })
}
