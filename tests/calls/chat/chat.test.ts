import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { messages } from '../../../src/db/tables/chat.ts'
import { readContent } from '../../../src/domain/chat/content.ts'
import { shownName } from '../../../src/domain/chat/phrases.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let clients: Record<'buyer' | 'buyer2' | 'seller' | 'service' | 'person' | 'sub', Client>
let sellerOrg: number
const userIds = new Map<string, number>()

beforeAll(async () => {
  clients = {
    buyer: await signInAs(app, 'buyer'),
    buyer2: await signInAs(app, 'buyer2'),
    seller: await signInAs(app, 'seller'),
    service: await signInAs(app, 'service'),
    person: await signInAs(app, 'person'),
    sub: await signInAs(app, 'sub'),
  }
  for (const [name, client] of Object.entries(clients)) {
    const user = contentOf(await client.api.accounts.profile({}))
    userIds.set(name, user.userId)
    if (name === 'seller') sellerOrg = user.companyId ?? 0
  }
})

const idOf = (name: string) => userIds.get(name) ?? 0
const toShop = () => ({ isOrg: true, receiveOrgId: sellerOrg })
const asShopTo = (name: string) => ({ receiveId: idOf(name), isOrgSend: true, sendOrgId: sellerOrg })
const textOf = (content: string) => readContent(content).text

let text = ''
let clientId = ''
beforeEach(() => {
  clientId = crypto.randomUUID()
  text = `请问最快何时开工？${clientId.slice(0, 8)}`
})

test('a message to a shop is stored once, even if sent repeatedly', async () => {
  const { api } = clients.buyer
  const before = contentOf(await api.chat.messages(toShop())).total
  const message = { ...toShop(), content: JSON.stringify({ status: 'text', text }), clientId }
  const answers = await Promise.all([1, 2, 3, 4].map(() => api.chat.sendMessage(message)))
  expect(answers.map((answer) => contentOf(answer))).toEqual([true, true, true, true])
  const after = contentOf(await api.chat.messages(toShop()))
  expect(after.total).toBe(before + 1)
  expect(after.data[0]).toMatchObject({ clientId, seq: before + 1, isOrg: true, receiveOrgId: sellerOrg, qos: 2 })
  expect(textOf(after.data[0]?.content ?? '')).toBe(text)
})

test('parallel messages get sequence numbers without gaps', async () => {
  const { api } = clients.buyer2
  await Promise.all(
    Array.from({ length: 25 }, (_, n) => api.chat.sendMessage({ ...toShop(), content: `${text} ${n}` })),
  )
  const { total, data } = contentOf(await api.chat.messages({ ...toShop(), pageSize: 100 }))
  expect(data.map(({ seq }) => seq)).toEqual(Array.from({ length: total }, (_, n) => total - n).slice(0, 100))
  const later = contentOf(await api.chat.messages({ ...toShop(), afterSeq: total - 3 }))
  expect(later.data.map(({ seq }) => seq)).toEqual([total - 2, total - 1, total])
})

test('returns pages of 20, newest first', async () => {
  const { api } = clients.buyer2
  const [one, two] = [1, 2].map((current) => api.chat.messages({ ...toShop(), current }))
  const [first, second] = [await one, await two].map((answer) => answer && contentOf(answer))
  expect(first?.data).toHaveLength(20)
  expect(second?.data[0]?.seq).toBe((first?.data.at(-1)?.seq ?? 0) - 1)
})

test('the unread count rises for the shop and falls with reading, never the other way', async () => {
  const { seller, person } = clients
  const before = contentOf(await seller.api.chat.unreadTotal({}))
  const own = contentOf(await person.api.chat.unreadTotal({}))
  contentOf(await person.api.chat.sendMessage({ ...toShop(), content: text, clientId }))
  contentOf(await person.api.chat.sendMessage({ ...toShop(), content: text }))
  expect(contentOf(await seller.api.chat.unreadTotal({}))).toBe(before + 2)
  expect(contentOf(await person.api.chat.unreadTotal({}))).toBe(own)
  const entries = contentOf(await seller.api.chat.conversations({}))
  const entry = entries.find(({ id, isStoreIdentity }) => isStoreIdentity === 1 && id === idOf('person'))
  expect(entry).toMatchObject({ count: 2, sendOrgId: sellerOrg, orgId: null })
  const { conversationId, lastSeq } = entry ?? { conversationId: null, lastSeq: 0 }
  if (conversationId === null) throw new Error('no conversation')
  expect(contentOf(await seller.api.chat.read({ conversationId, seq: lastSeq }))).toEqual({ readSeq: lastSeq })
  expect(contentOf(await seller.api.chat.read({ conversationId, seq: 1 }))).toEqual({ readSeq: lastSeq })
  expect(contentOf(await seller.api.chat.read({ conversationId, seq: 1e9 }))).toEqual({ readSeq: lastSeq })
  expect(contentOf(await seller.api.chat.unreadTotal({}))).toBe(before)
  expect(contentOf(await seller.api.chat.unreadByKind({})).total).toBe(before)
  expect(contentOf(await person.api.chat.messages(toShop())).peerReadSeq).toBe(lastSeq)
})

test('users outside a conversation cannot read it, write as a shop, or move read positions', async () => {
  const { buyer, person, seller } = clients
  const mine = contentOf(await buyer.api.chat.messages(toShop()))
  if (mine.conversationId === null) throw new Error('no conversation')
  const { conversationId } = mine
  expect(failureOf(await person.api.chat.read({ conversationId, seq: 1 }))).toBe('notFound')
  expect(failureOf(await person.api.chat.messages(asShopTo('buyer')))).toBe('notFound')
  expect(failureOf(await clients.buyer2.api.chat.messages(asShopTo('buyer')))).toBe('notFound')
  expect(failureOf(await clients.buyer2.api.chat.sendMessage({ ...asShopTo('buyer'), content: text }))).toBe('notFound')
  const list = contentOf(await person.api.chat.conversations({}))
  expect(list.map((entry) => entry.conversationId)).not.toContain(conversationId)
  expect(contentOf(await seller.api.chat.messages(asShopTo('buyer'))).conversationId).toBe(conversationId)
})

test('a sub-account without the permission writes as itself only', async () => {
  const { companyId } = contentOf(await clients.sub.api.accounts.profile({}))
  const asShop = { receiveId: idOf('person'), isOrgSend: true, sendOrgId: companyId }
  expect(failureOf(await clients.sub.api.chat.sendMessage({ ...asShop, content: text }))).toBe('forbidden')
  contentOf(await clients.sub.api.chat.sendMessage({ ...toShop(), content: text }))
})

test('rejects messages to oneself, the own company, and unknown recipients', async () => {
  const { buyer, seller } = clients
  const send = (client: Client, to: object) => client.api.chat.sendMessage({ ...to, content: text })
  expect(failureOf(await send(buyer, { receiveId: idOf('buyer') }))).toBe('chatSelf')
  expect(failureOf(await send(seller, toShop()))).toBe('chatSelf')
  expect(failureOf(await send(buyer, { receiveId: missingId }))).toBe('notFound')
  expect(failureOf(await send(buyer, { isOrg: true, receiveOrgId: missingId }))).toBe('notFound')
  expect(failureOf(await buyer.api.chat.messages({ receiveId: missingId }))).toBe('notFound')
})

test('rejects visitors and invalid input', async () => {
  const { api } = visitor(app)
  const { chat } = clients.buyer.api
  expect(failureOf(await api.chat.conversations({}))).toBe('sessionInvalid')
  expect(failureOf(await api.chat.pushTicket({}))).toBe('sessionInvalid')
  expect(fieldsWithErrors(await chat.sendMessage({ ...toShop(), content: '' }))).toEqual(['content'])
  expect(fieldsWithErrors(await chat.sendMessage({ ...toShop(), content: ' <br /> ' }))).toEqual(['content'])
  expect(fieldsWithErrors(await chat.sendMessage({ ...toShop(), content: '字'.repeat(2001) }))).toEqual(['content'])
  expect(fieldsWithErrors(await chat.sendMessage({ isOrg: true, content: text }))).toEqual(['receiveOrgId'])
  contentOf(await chat.sendMessage({ ...toShop(), content: '字'.repeat(2000) }))
})

test('platform service is pinned first for everyone but itself, and names are masked', async () => {
  const [first] = contentOf(await clients.buyer.api.chat.conversations({}))
  expect(first).toMatchObject({ isService: true, id: idOf('service'), isStoreIdentity: 1 })
  expect(shownName(first?.name ?? '')).toBe('平台客服')
  contentOf(await clients.buyer.api.chat.sendMessage({ receiveId: idOf('service'), content: text }))
  const seen = contentOf(await clients.service.api.chat.conversations({}))
  expect(seen.some(({ isService }) => isService)).toBe(false)
  const { realName } = contentOf(await clients.buyer.api.accounts.profile({}))
  const entry = seen.find(({ id }) => id === idOf('buyer'))
  expect(shownName(entry?.name ?? '')).toContain('*')
  expect(entry?.name).not.toContain(realName)
})

test('text is stored as typed; the response escapes scripts and converts line breaks to tags', async () => {
  const typed = 'a <script>alert(1)</script>\n<b>b</b> & "c"'
  const { chat } = clients.buyer.api
  contentOf(await chat.sendMessage({ ...toShop(), content: JSON.stringify({ text: typed }) }))
  const [row] = contentOf(await chat.messages(toShop())).data
  expect(row?.content).toContain('scriptalert(1)script<br />')
  expect(textOf(row?.content ?? '')).toBe('a scriptalert(1)script\n<b>b</b> & "c"')
  const [kept] = await app.db
    .select({ content: messages.content })
    .from(messages)
    .where(eq(messages.id, row?.id ?? 0))
  expect(kept).toMatchObject({ content: { text: typed } })
})

test('a link to an own page becomes a card created by the server; card data of the client are ignored', async () => {
  const { chat } = clients.buyer.api
  const { id, title, status } = services
  const [service] = await app.db.select({ id, title }).from(services).where(eq(status, 'published')).limit(1)
  const link = `/serviceHall/serviceDetails?serviceId=${service?.id}`
  const forged = { status: 'service', text: `看看这个 ${link}，谢谢`, title: '假', price: '¥1', url: '//evil.example' }
  contentOf(await chat.sendMessage({ ...toShop(), content: JSON.stringify(forged) }))
  const [row] = contentOf(await chat.messages(toShop())).data
  const card = readContent(row?.content ?? '')
  expect(card).toMatchObject({ status: 'service', title: service?.title, url: link, tag: '服务' })
  expect(card.lastShort.startsWith('[服务] ')).toBe(true)
  contentOf(await chat.sendMessage({ ...toShop(), content: `https://evil.example${link}` }))
  const [other] = contentOf(await chat.messages(toShop())).data
  expect(readContent(other?.content ?? '').status).toBe('text')
  const about = contentOf(await chat.contact({ serviceId: service?.id }))
  expect(about).toMatchObject({ about: { title: service?.title }, entry: { isStoreIdentity: 2 } })
})
