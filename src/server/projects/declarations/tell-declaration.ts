import type { Db } from '../../../db/open.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { operatorsOf } from '../../operations/public.ts'

/** Tells the operators that a declaration waits for them. */
export async function tellSubmitted(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { declarationNo, title }: { readonly declarationNo: string; readonly title: string },
): Promise<void> {
  await notify(tx, context, 'declaration.submitted', await operatorsOf(tx), {
    title: `项目申报 ${declarationNo} 待受理`,
    text: `申报项目：${title}。`,
    path: links.declarationReviews(),
  })
}
