import { loadClient } from './sign-in/load-client.ts'

/** A ticket for the park-service site; undefined if unavailable. */
export async function loadLeaderTicket(): Promise<{ ticket: string; expiresAt: number } | undefined> {
  const line = await loadClient()
  const answer = await line?.headerApi.accounts.leaderTicket({})
  if (answer === undefined || !answer.ok) return undefined
  return { ticket: answer.content.ticket, expiresAt: Date.parse(answer.content.expiresAt) }
}
