import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'

/** User id of the platform's customer service; undefined without one. */
export async function getServiceUserId(db: Db): Promise<number | undefined> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isService, true))
    .orderBy(users.id)
    .limit(1)
  return row?.id
}

/** Answers notFound where no such account exists yet. */
export const serviceId: Handler<typeof signInCalls.serviceId> = async (_input, { db }) => {
  const platformServiceId = await getServiceUserId(db)
  if (platformServiceId === undefined) throw new CallFailed('notFound')
  return { platformServiceId }
}
