import { openLine } from './line.ts'

/** A ticket for the park-service site; undefined where there is none to give. */
export async function leaderTicket(): Promise<{ ticket: string; expiresAt: number } | undefined> {
  const line = await openLine()
  const answer = await line?.headerApi.accounts.leaderTicket({})
  if (answer === undefined || !answer.ok) return undefined
  return { ticket: answer.content.ticket, expiresAt: Date.parse(answer.content.expiresAt) }
}
