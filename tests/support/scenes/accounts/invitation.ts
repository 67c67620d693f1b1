import { desc, eq } from 'drizzle-orm'
import { notices } from '../../../../src/db/tables/operations.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, failureOf, visitor, type Client } from '../../client.ts'
import { invitationTo } from './people.ts'

/** Helpers of the sub-account invitation tests for the app that `started` returns. */
export function invitationScene(started: () => TestApp) {
  return {
    /** Invites a number; returns the id of the invitation and the token of its link. */
    invite: async (
      by: Client,
      wanted: { mobile: string; realName?: string; jobTitle?: string; roleIds?: number[] },
    ) => {
      const { invitationId } = contentOf(await by.api.accounts.subAccountSave({ realName: '文澜', ...wanted }))
      return { invitationId, token: await invitationTo(started(), wanted.mobile) }
    },
    /** The invitation in the list of sub-accounts; undefined if not listed. */
    listed: async (invitationId: number, by: Client) =>
      contentOf(await by.api.accounts.subAccounts({})).invitations.find((row) => row.invitationId === invitationId),
    /** Opens the link of an invitation. */
    seen: (token: string) => visitor(started()).api.accounts.invitation({ token }).then(failureOf),
    /** Titles of a user's notices, newest first. */
    noticesOf: async (userId: number) => {
      const told = await started().db.select().from(notices).where(eq(notices.userId, userId)).orderBy(desc(notices.id))
      return told.map(({ title }) => title)
    },
  }
}
