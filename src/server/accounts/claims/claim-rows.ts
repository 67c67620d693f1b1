import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ClaimRow } from '../../../contract/accounts/company-claims.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, companyClaims, users } from '../../../db/tables/accounts.ts'
import { nameKey } from '../../../db/tables/columns.ts'
import { files } from '../../../db/tables/operations.ts'
import { wasCertified } from '../../../domain/accounts/certification.ts'
import type { HeldThing } from '../../../domain/accounts/company-claims.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { fileUrl } from '../../operations/public.ts'
import type { Company } from '../companies/company-for-change.ts'

export type Claim = typeof companyClaims.$inferSelect

const letters = alias(files, 'letters')
const codeHolders = alias(companies, 'code_holders')
const nameHolders = alias(companies, 'name_holders')

/** Claims with their evidence, their claimant and the companies that held it then; where and order are the caller's. */
export const claimRows = (db: Db) =>
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
type Read = Awaited<ReturnType<typeof claimRows>>[number]

const urlOf = (file: Read['licence']) => (file === null ? '' : fileUrl(file))

/** A claim in the names of the wire, without its history. */
export const presentClaim = ({ claim, licence, letter }: Read): Omit<ClaimRow, 'history'> => {
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

/** 程砚秋（成都甲有限公司）: who claims. */
export const claimantOf = ({ person, companyName }: Read): string =>
  companyName === null ? personName(person) : `${personName(person)}（${companyName}）`

/** Names of who held the code and the name when they were claimed, each once. */
export const holdersThen = ({ codeHolder, nameHolder }: Read): string[] => [
  ...new Set([codeHolder, nameHolder].flatMap((name) => name ?? [])),
]

/** One claim, presented; whose it is was asked before. */
export async function oneClaim(db: Db, claimId: number, history: ClaimRow['history']): Promise<ClaimRow> {
  const [row] = await claimRows(db).where(eq(companyClaims.id, claimId))
  if (row === undefined) throw new CallFailed('notFound')
  return { ...presentClaim(row), history }
}

/** A company that holds what is claimed, and what of it. */
export interface Holder {
  readonly company: Company
  readonly holds: readonly HeldThing[]
}

/** Other companies that hold the credit code, or are certified under the name, by id. At most two. */
export async function holdersOf(
  db: Db,
  { companyName, creditCode }: Pick<Claim, 'companyName' | 'creditCode'>,
  except: number | null,
): Promise<Holder[]> {
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
