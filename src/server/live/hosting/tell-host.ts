import type { Db } from '../../../db/open.ts'
import type { liveClasses } from '../../../db/tables/live.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { peopleOf } from '../../operations/public.ts'

interface Words {
  readonly title: string
  readonly text: string
}

/** Tells the shop that runs a class what became of it; the platform's own need no telling. */
export async function tellHost(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { companyId }: Pick<typeof liveClasses.$inferSelect, 'companyId'>,
  words: Words,
): Promise<void> {
  if (companyId === null) return
  const people = (await peopleOf(tx, [companyId], 'corporate_show')).get(companyId) ?? []
  await notify(tx, context, 'class.reviewed', people, { ...words, path: links.sellerLive() })
}
