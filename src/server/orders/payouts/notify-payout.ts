import type { Db } from '../../../db/open.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { NotifyContext } from '../../platform/job-context.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'

interface PayoutNotice {
  readonly title: string
  readonly text: string
  /** Default: the supplier's page of its money. */
  readonly path?: string
}

/** Notifies the people of a supplier with the order permission of its money. */
export async function notifySupplier(
  tx: Db,
  context: NotifyContext,
  companyId: number,
  { title, text, path = links.sellerMoney() }: PayoutNotice,
): Promise<void> {
  const people = (await recipientsWithPermission(tx, [companyId], 'order_manage')).get(companyId) ?? []
  await notify(tx, context, 'payout.moved', people, { title, text, path })
}
