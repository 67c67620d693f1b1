import { desc, eq } from 'drizzle-orm'
import { notices } from '../../../src/db/tables/operations.ts'
import type { TestApp } from '../../support/app.ts'
import { contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { invitationTo } from './people.ts'

/** What tests of sub-accounts' invitations do and look at, in the app that `started` gives. */
export function invitationScene(started: () => TestApp) {
  return {
    /** Invites a number; the id of the invitation and the token of its link. */
    invite: async (
      by: Client,
      wanted: { mobile: string; realName?: string; jobTitle?: string; roleIds?: number[] },
    ) => {
      const { invitationId } = contentOf(await by.api.accounts.subAccountSave({ realName: '文澜', ...wanted }))
      return { invitationId, token: await invitationTo(started(), wanted.mobile) }
    },
    /** The invitation as the list of sub-accounts shows it; undefined where it does not. */
    listed: async (invitationId: number, by: Client) =>
      contentOf(await by.api.accounts.subAccounts({})).invitations.find((row) => row.invitationId === invitationId),
    /** Opens the link of an invitation. */
    seen: (token: string) => visitor(started()).api.accounts.invitation({ token }).then(failureOf),
    /** Titles of a person's notices, the newest first. */
    noticesOf: async (userId: number) => {
      const told = await started().db.select().from(notices).where(eq(notices.userId, userId)).orderBy(desc(notices.id))
      return told.map(({ title }) => title)
    },
  }
}
