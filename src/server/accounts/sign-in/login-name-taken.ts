import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'

/** Whether an account has this login name; case makes no difference. */
export async function loginNameTaken(db: Db, loginName: string): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.loginName})`, loginName.toLowerCase()))
  return found !== undefined
}
