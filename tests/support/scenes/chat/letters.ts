import { eq } from 'drizzle-orm'
import { users } from '../../../../src/db/tables/accounts.ts'
import type { Account } from '../../accounts.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'

export const key = () => ({ idempotencyKey: newKey() })
export const words = { subject: '样品寄送', text: '样品已于今日寄出，\n请查收。<script>alert(1)</script>' }

export async function personOf(app: TestApp, account: Account) {
  const [row] = await app.db.select().from(users).where(eq(users.loginName, account))
  return { userId: row?.id ?? 0, companyId: row?.companyId ?? 0 }
}

export const received = async (client: Client) => contentOf(await client.api.chat.myRecords({})).data
export const sentBy = async (client: Client) => contentOf(await client.api.chat.myRecords({ box: 'sent' })).data
export const opened = async (client: Client, recordId: number) => contentOf(await client.api.chat.letter({ recordId }))
