import type { Db } from '../../db/open.ts'
import type { NotificationEvent } from '../../domain/accounts/notifications.ts'
import { links } from '../../domain/links.ts'
import { notifyRecipients } from '../accounts/notifications/notify.ts'
import type { Context } from '../handler.ts'
import { recipientsWithChoices } from '../platform/notices/notices.ts'

/** An offer with the company that made it. */
export interface OwnedOffer {
  readonly offerId: number
  readonly companyId: number
}

/** Notifies the suppliers of offers, each with the page of its own offer. */
export async function notifyOfferOwners(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  event: NotificationEvent,
  offers: readonly OwnedOffer[],
  message: { readonly title: string; readonly text: string },
): Promise<void> {
  const people = await recipientsWithChoices(tx, [...new Set(offers.map(({ companyId }) => companyId))], 'my_supply')
  await notifyRecipients(
    tx,
    context,
    event,
    offers.map(({ offerId, companyId }) => ({
      people: people.get(companyId) ?? [],
      content: { ...message, path: links.sellerOffer(offerId) },
    })),
  )
}
