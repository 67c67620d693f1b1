import { eq } from 'drizzle-orm'
import { users } from '../../../../src/db/tables/accounts.ts'
import { serviceCases } from '../../../../src/db/tables/support.ts'
import type { SupportList } from '../../../../src/domain/chat/support.ts'
import type { Account } from '../../accounts.ts'
import type { TestApp } from '../../app.ts'
import { signInAs, contentOf, type Client } from '../../client.ts'

/** Visitors and agents of the support console. */
export async function deskOf(app: TestApp) {
  const clients = new Map<Account, Client>()
  const client = async (name: Account) => {
    const known = clients.get(name) ?? (await signInAs(app, name))
    clients.set(name, known)
    return known
  }
  const idOf = async (name: Account) => {
    const [row] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, name))
    return row?.id ?? 0
  }
  const serviceId = await idOf('service')
  const toService = { receiveId: serviceId }
  const write = async (name: Account, content: string) =>
    contentOf(await (await client(name)).api.chat.sendMessage({ ...toService, content }))
  const list = async (agent: Account, which: SupportList) =>
    contentOf(await (await client(agent)).api.chat.supportCases({ list: which, pageSize: 100 }))
  /** The open case of an account. */
  const visitOf = async (name: Account, agent: Account = 'service') => {
    const id = await idOf(name)
    const visit = (await list(agent, 'open')).data.find(({ entry }) => entry.id === id)
    if (visit === undefined) throw new Error(`no open visit of ${name}`)
    return visit
  }
  return {
    client,
    idOf,
    serviceId,
    toService,
    write,
    list,
    visitOf,
    answer: async (agent: Account, to: Account, content: string) =>
      (await client(agent)).api.chat.sendMessage({ receiveId: await idOf(to), content }),
    seen: async (name: Account) => contentOf(await (await client(name)).api.chat.messages(toService)).data,
    /** Starts a case that no agent has taken yet. */
    begin: async (name: Account) => {
      const id = await idOf(name)
      for (const { entry, caseId } of (await list('service', 'open')).data) {
        if (entry.id !== id) continue
        await app.db.update(serviceCases).set({ closedAt: new Date() }).where(eq(serviceCases.id, caseId))
      }
      await write(name, '您好，请问在吗？')
      return visitOf(name)
    },
  }
}
