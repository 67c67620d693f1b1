import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'

/** Tells the operators that a declaration waits for them. */
export async function tellSubmitted(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { declarationNo, title }: { readonly declarationNo: string; readonly title: string },
): Promise<void> {
  const operators = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isOperator, true), eq(users.locked, false)))
  await notify(
    tx,
    context,
    'declaration.submitted',
    operators.map(({ id }) => id),
    { title: `项目申报 ${declarationNo} 待受理`, text: `申报项目：${title}。`, path: links.declarationReviews() },
  )
}
