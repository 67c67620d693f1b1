import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ClaimRow } from '../../../contract/accounts/company-claims.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, companyClaims, users } from '../../../db/tables/accounts.ts'
import { nameKey } from '../../../db/tables/columns.ts'
import { files } from '../../../db/tables/operations.ts'
import { wasCertified } from '../../../domain/accounts/certification.ts'
import type { ClaimedIdentifier } from '../../../domain/accounts/company-claims.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Company } from '../companies/company-for-change.ts'
import { fileUrl } from '../../platform/files/files.ts'

export type Claim = typeof companyClaims.$inferSelect

const letters = alias(files, 'letters')
const codeHolders = alias(companies, 'code_holders')
const nameHolders = alias(companies, 'name_holders')

/** Query of claims with evidence, claimant and holders at submission; the caller adds condition and order. */
export const selectClaims = (db: Db) =>
  db
    .select({
      claim: companyClaims,
      licence: { id: files.id, name: files.name },
      letter: { id: letters.id, name: letters.name },
      person: { realName: users.realName, loginName: users.loginName },
      companyName: companies.name,
      codeHolder: codeHolders.name,
      nameHolder: nameHolders.name,
    })
    .from(companyClaims)
    .innerJoin(users, eq(users.id, companyClaims.userId))
    .leftJoin(companies, eq(companies.id, companyClaims.companyId))
    .leftJoin(files, eq(files.id, companyClaims.licenceFileId))
    .leftJoin(letters, eq(letters.id, companyClaims.letterFileId))
    .leftJoin(codeHolders, eq(codeHolders.id, companyClaims.codeHolderId))
    .leftJoin(nameHolders, eq(nameHolders.id, companyClaims.nameHolderId))
    .$dynamic()
type ClaimRecord = Awaited<ReturnType<typeof selectClaims>>[number]

const urlOf = (file: ClaimRecord['licence']) => (file === null ? '' : fileUrl(file))

/** Wire format of a claim, without its history. */
export const presentClaim = ({ claim, licence, letter }: ClaimRecord): Omit<ClaimRow, 'history'> => {
  const { id, status, companyName, creditCode, contactName, contactPhone, statement, reason } = claim
  return {
    claimId: id,
    status,
    companyName,
    creditCode,
    contactName,
    contactPhone,
    statement,
    reason,
    licenceUrl: urlOf(licence),
    letterUrl: urlOf(letter),
    createdAt: claim.createdAt.toISOString(),
    reviewedAt: claim.reviewedAt?.toISOString() ?? null,
  }
}

/** Claimant as text: 程砚秋（成都甲有限公司）. */
export const formatClaimant = ({ person, companyName }: ClaimRecord): string =>
  companyName === null ? personName(person) : `${personName(person)}（${companyName}）`

/** Distinct names of the holders of code and name at submission. */
export const getHolderNamesAtSubmission = ({ codeHolder, nameHolder }: ClaimRecord): string[] => [
  ...new Set([codeHolder, nameHolder].flatMap((name) => name ?? [])),
]

/** Wire format of one claim. The caller checks ownership first. */
export async function getClaim(db: Db, claimId: number, history: ClaimRow['history']): Promise<ClaimRow> {
  const [row] = await selectClaims(db).where(eq(companyClaims.id, claimId))
  if (row === undefined) throw new CallFailed('notFound')
  return { ...presentClaim(row), history }
}

/** A company that holds claimed identifiers. */
export interface IdentifierHolder {
  readonly company: Company
  readonly holds: readonly ClaimedIdentifier[]
}

/** Other companies that hold the credit code, or are certified under the name, by id. At most two. */
export async function findHolders(
  db: Db,
  { companyName, creditCode }: Pick<Claim, 'companyName' | 'creditCode'>,
  except: number | null,
): Promise<IdentifierHolder[]> {
  const named = and(
    eq(nameKey(companies.name), nameKey(sql`${companyName}::text`)),
    inArray(companies.certification, ['approved', 'expired']),
  )
  const rows = await db
    .select({ company: companies, named: sql<boolean>`coalesce(${named}, false)` })
    .from(companies)
    .where(and(or(eq(companies.creditCode, creditCode), named), except === null ? undefined : ne(companies.id, except)))
    .orderBy(companies.id)
  return rows.map(({ company, named: isNamed }) => ({
    company,
    holds: [
      ...(company.creditCode === creditCode ? (['creditCode'] as const) : []),
      ...(isNamed && wasCertified(company.certification) ? (['companyName'] as const) : []),
    ],
  }))
}
