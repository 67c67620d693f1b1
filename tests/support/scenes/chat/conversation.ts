import { readContent } from '../../../../src/domain/chat/content.ts'
import type { Account } from '../../accounts.ts'
import type { TestApp } from '../../app.ts'
import { signInAs, contentOf, type Client } from '../../client.ts'

/** A person at a seller's shop, and the seller's members: participants of the chat tests. */
export interface Talk {
  readonly orgId: number
  readonly client: (name: Account) => Promise<Client>
  readonly idOf: (name: Account) => Promise<number>
  /** How the person addresses the shop, and how the shop addresses a person. */
  readonly toShop: { readonly isOrg: true; readonly receiveOrgId: number }
  readonly fromShop: (name: Account) => Promise<{ receiveId: number; isOrgSend: true; sendOrgId: number }>
  /** Sends a text to the shop; returns sequence number, id and conversation. */
  readonly say: (
    name: Account,
    text: string,
    more?: object,
  ) => Promise<{ seq: number; id: number; conversationId: number }>
}

export async function talkWith(app: TestApp, shop: Account): Promise<Talk> {
  const clients = new Map<Account, Promise<Client>>()
  const client = (name: Account) => {
    const known = clients.get(name) ?? signInAs(app, name)
    clients.set(name, known)
    return known
  }
  const profile = async (name: Account) => contentOf(await (await client(name)).api.accounts.profile({}))
  const orgId = (await profile(shop)).companyId ?? 0
  const toShop = { isOrg: true, receiveOrgId: orgId } as const
  return {
    orgId,
    client,
    toShop,
    idOf: async (name) => (await profile(name)).userId,
    fromShop: async (name) => ({ receiveId: (await profile(name)).userId, isOrgSend: true, sendOrgId: orgId }),
    say: async (name, text, more = {}) => {
      const { chat } = (await client(name)).api
      const clientId = crypto.randomUUID()
      contentOf(await chat.sendMessage({ ...toShop, content: text, clientId, ...more }))
      const { data, conversationId } = contentOf(await chat.messages(toShop))
      const sent = data.find((message) => message.clientId === clientId)
      if (sent === undefined || conversationId === null) throw new Error('not sent')
      return { seq: sent.seq, id: sent.id, conversationId }
    },
  }
}

export const textOf = (message: { readonly content: string } | undefined) => readContent(message?.content ?? '').text
export const statusOf = (message: { readonly content: string } | undefined) =>
  readContent(message?.content ?? '').status
