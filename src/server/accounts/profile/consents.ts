import { desc, eq } from 'drizzle-orm'
import type { personalDataCalls } from '../../../contract/accounts/personal-data.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { agreementConsents } from '../../../db/tables/privacy.ts'
import { userAgreementVersion } from '../../../domain/accounts/certification.ts'
import type { Handler } from '../../handler.ts'

/** Records that a person accepted the version in force, once per version. */
export async function recordConsent(
  tx: Db,
  userId: number,
  occasion: typeof agreementConsents.$inferSelect.occasion,
): Promise<void> {
  await tx.insert(agreementConsents).values({ userId, occasion, version: userAgreementVersion }).onConflictDoNothing()
}

export const agreements: Handler<typeof personalDataCalls.agreements> = async (_input, { db, caller }) => {
  const [person] = await db.select({ version: users.agreementVersion }).from(users).where(eq(users.id, caller.userId))
  const rows = await db
    .select()
    .from(agreementConsents)
    .where(eq(agreementConsents.userId, caller.userId))
    .orderBy(desc(agreementConsents.id))
    .limit(100)
  return {
    version: userAgreementVersion,
    isOutdated: person?.version !== userAgreementVersion,
    accepted: rows.map(({ version, occasion, createdAt }) => ({
      version,
      occasion,
      createdAt: createdAt.toISOString(),
    })),
  }
}

export const agreementAccept: Handler<typeof personalDataCalls.agreementAccept> = async ({ version }, context) => {
  const { db, caller, note } = context
  // The text may have changed while the page was open: what is accepted is what was read.
  if (version !== userAgreementVersion) throw new CallFailed('agreementNewer')
  await db.transaction(async (tx) => {
    await tx.update(users).set({ agreementVersion: version }).where(eq(users.id, caller.userId))
    await recordConsent(tx, caller.userId, 'renewal')
  })
  note(version)
  return {}
}
