import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { userPreferences } from '../../../src/db/tables/accounts.ts'
import { userAddresses } from '../../../src/db/tables/orders.ts'
import { channels, channelsOf, notificationEvents } from '../../../src/domain/accounts/notifications.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
beforeAll(async () => {
  // Their address books start empty.
  await app.db.delete(userAddresses)
})

const address = { receiver: '廖思齐', mobile: '13880702046', districtCode: '320505', street: '科技城学森路 9 号' }

describe('preferences', () => {
  test('return the defaults of every event until something is chosen', async () => {
    const { notifications, invoiceKind, addressId } = contentOf(await other.api.accounts.preferences({}))
    expect({ invoiceKind, addressId }).toEqual({ invoiceKind: 'normal', addressId: null })
    expect(Object.keys(notifications)).toHaveLength(notificationEvents.length)
    for (const { event } of notificationEvents) {
      expect(new Set(notifications[event])).toEqual(new Set(channelsOf(event, {})))
    }
  })

  test('require a session', async () => {
    expect(failureOf(await visitor(app).api.accounts.preferences({}))).toBe('sessionInvalid')
  })
})

describe('preferencesSave', () => {
  test('saves the given choices and leaves the rest; mandatory channels cannot be disabled', async () => {
    const save = buyer.api.accounts.preferencesSave
    const first = contentOf(await save({ notifications: { 'order.moved': ['sms'], 'security.changed': [] } }))
    expect(first.notifications).toMatchObject({ 'order.moved': ['site', 'sms'], 'security.changed': ['site', 'sms'] })
    contentOf(await save({ invoiceKind: 'special' }))
    contentOf(await save({ notifications: { 'payment.due': [...channels] } }))
    const now = contentOf(await buyer.api.accounts.preferences({}))
    expect(now.invoiceKind).toBe('special')
    expect(now.notifications).toMatchObject({ 'order.moved': ['site', 'sms'], 'payment.due': [...channels] })
    expect(now.notifications['chat.absent']).toEqual(['site', 'push', 'device', 'mail'])
  })

  test('saves all of several parallel choices', async () => {
    const events = notificationEvents.map(({ event }) => event).slice(0, 8)
    await Promise.all(
      events.map((event) => buyer.api.accounts.preferencesSave({ notifications: { [event]: ['site', 'sms'] } })),
    )
    const { notifications } = contentOf(await buyer.api.accounts.preferences({}))
    for (const event of events) expect(notifications[event]).toEqual(['site', 'sms'])
  })

  test('sets an address as default; one of another user is not found and changes nothing', async () => {
    const { addressId: first } = contentOf(await buyer.api.orders.addressSave(address))
    const { addressId: second } = contentOf(await buyer.api.orders.addressSave(address))
    expect(contentOf(await buyer.api.accounts.preferences({})).addressId).toBe(first)
    expect(contentOf(await buyer.api.accounts.preferencesSave({ addressId: second })).addressId).toBe(second)
    const [chosen] = contentOf(await buyer.api.orders.addresses({}))
    expect(chosen).toMatchObject({ addressId: second, isDefault: true })
    const answer = await other.api.accounts.preferencesSave({ addressId: first, invoiceKind: 'none' })
    expect(failureOf(answer)).toBe('notFound')
    const { userId } = contentOf(await other.api.accounts.profile({}))
    expect(await app.db.select().from(userPreferences).where(eq(userPreferences.userId, userId))).toEqual([])
  })

  test('rejects unknown choices', async () => {
    const post = async (input: object) => {
      const answer: unknown = await (
        await buyer.post('/user-center/user/preferences/save', JSON.stringify(input))
      ).json()
      return answer
    }
    expect(await post({ invoiceKind: 'both' })).toMatchObject({ code: 400, content: [{ field: 'invoiceKind' }] })
    expect(await post({ notifications: { 'order.moved': ['pigeon'] } })).toMatchObject({ code: 400 })
    expect(await post({ notifications: { 'moon.full': ['site'] } })).toMatchObject({ code: 400 })
    expect(failureOf(await visitor(app).api.accounts.preferencesSave({}))).toBe('sessionInvalid')
  })
})

describe('shopReplies and shopRepliesSave', () => {
  const replies = {
    greeting: '您好，这里是臻境。\n请说明物种与周期。',
    awayReply: '已下班，次日 10 点前回复。',
    answersFrom: '09:00',
    answersUntil: '18:00',
    quickPhrases: { service: ['最快何时开工？', '可否看报告样例？', '可否加急？'] },
  }

  test('save the automatic replies unchanged', async () => {
    const seller = await signInAs(app, 'seller')
    expect(contentOf(await seller.api.accounts.shopReplies({}))).toEqual({
      greeting: '',
      awayReply: '',
      answersFrom: '',
      answersUntil: '',
      quickPhrases: {},
    })
    expect(contentOf(await seller.api.accounts.shopRepliesSave(replies))).toEqual(replies)
    expect(contentOf(await seller.api.accounts.shopReplies({}))).toEqual(replies)
    const own = { ...replies, quickPhrases: {} }
    contentOf(await seller.api.accounts.shopRepliesSave(own))
    expect(contentOf(await seller.api.accounts.shopReplies({}))).toEqual(own)
  })

  test('return field errors', async () => {
    const seller = await signInAs(app, 'seller')
    const faults = async (more: object) =>
      fieldsWithErrors(await seller.api.accounts.shopRepliesSave({ ...replies, ...more }))
    expect(await faults({ answersFrom: '25:00' })).toEqual(['answersFrom'])
    expect(await faults({ answersFrom: '' })).toEqual(['answersFrom'])
    expect(await faults({ answersUntil: '' })).toEqual(['answersUntil'])
    expect(await faults({ answersUntil: '08:30' })).toEqual(['answersUntil'])
    expect(await faults({ answersFrom: '', answersUntil: '' })).toEqual(['answersFrom'])
    expect(await faults({ greeting: '长'.repeat(201) })).toEqual(['greeting'])
    expect(await faults({ quickPhrases: { market: ['一', '二'] } })).toEqual(['quickPhrases.market'])
    expect(await faults({ quickPhrases: { market: ['一', '二', ' '] } })).toEqual(['quickPhrases.market.2'])
  })

  test('require a shop, and are separate for each', async () => {
    const seller2 = await signInAs(app, 'seller2')
    expect(contentOf(await seller2.api.accounts.shopReplies({})).greeting).toBe('')
    for (const [client, failure] of [
      [visitor(app), 'sessionInvalid'],
      [await signInAs(app, 'person'), 'notCertified'],
      [buyer, 'notSeller'],
    ] as const) {
      expect(failureOf(await client.api.accounts.shopReplies({}))).toBe(failure)
      expect(failureOf(await client.api.accounts.shopRepliesSave(replies))).toBe(failure)
    }
  })
})
