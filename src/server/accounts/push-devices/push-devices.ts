import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { PushDevice, pushDevicesCalls } from '../../../contract/accounts/push-devices.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { pushDevices as table, sessions, users } from '../../../db/tables/accounts.ts'
import { deviceOf } from '../../../domain/accounts/device.ts'
import { maxPushDevices } from '../../../domain/accounts/push-devices.ts'
import { links } from '../../../domain/links.ts'
import type { Caller, Handler, Handlers } from '../../handler.ts'
import { queueMessage } from '../../platform/outbox/outbox.ts'
import { areUsableKeys } from '../../providers/web-push/encrypt-message.ts'
import { findPushKey } from '../../providers/web-push/push-key.ts'
import { applicationServerKey } from '../../providers/web-push/vapid.ts'

/** Devices of a person whose sessions are not over. */
async function listDevices(db: Db, { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>): Promise<PushDevice[]> {
  const rows = await db
    .select({
      id: table.id,
      sessionId: table.sessionId,
      userAgent: sessions.userAgent,
      createdAt: table.createdAt,
      sentAt: table.sentAt,
    })
    .from(table)
    .innerJoin(sessions, eq(sessions.id, table.sessionId))
    .where(and(eq(table.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(eq(table.sessionId, sessionId)), desc(table.id))
  return rows.map((row) => ({
    deviceId: row.id,
    device: deviceOf(row.userAgent),
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    current: row.sessionId === sessionId,
  }))
}

const pushDevices: Handler<typeof pushDevicesCalls.pushDevices> = async (_input, { db, caller, config }) => {
  const key = await findPushKey(db, config)
  return {
    publicKey: key === undefined ? '' : applicationServerKey(key),
    data: await listDevices(db, caller),
  }
}

/** A browser has one endpoint: whoever signs in last and turns notifications on gets it, with the keys of now. */
const pushDeviceAdd: Handler<typeof pushDevicesCalls.pushDeviceAdd> = async (input, context) => {
  const { db, caller, config, providers, note } = context
  if ((await findPushKey(db, config)) === undefined) throw new CallFailed('pushUnavailable')
  if (!areUsableKeys(input) || !(await providers.webPush.mayCall(input.endpoint))) {
    throw new CallFailed('pushEndpointRefused')
  }
  const { userId, sessionId } = caller
  const device = await db.transaction(async (tx) => {
    // Serialises concurrent additions of one person, so that the limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    await tx.delete(table).where(eq(table.endpointHash, input.endpoint))
    // Another subscription of this session is one that its browser replaced.
    await tx.delete(table).where(eq(table.sessionId, sessionId))
    if ((await listDevices(tx, caller)).length >= maxPushDevices) {
      throw new CallFailed('tooManyPushDevices', { max: maxPushDevices })
    }
    await tx.insert(table).values({ userId, sessionId, ...input })
    const [added] = await listDevices(tx, caller)
    return added
  })
  if (device === undefined) throw new CallFailed('sessionInvalid')
  note(device.device)
  return device
}

const pushDeviceRemove: Handler<typeof pushDevicesCalls.pushDeviceRemove> = async ({ deviceId }, context) => {
  const { db, caller, note } = context
  const device = (await listDevices(db, caller)).find((one) => one.deviceId === deviceId)
  const [removed] = await db
    .delete(table)
    .where(and(eq(table.id, deviceId), eq(table.userId, caller.userId)))
    .returning({ id: table.id })
  if (removed === undefined) throw new CallFailed('notFound')
  note(device?.device ?? '')
  return {}
}

const pushDeviceTest: Handler<typeof pushDevicesCalls.pushDeviceTest> = async ({ deviceId }, context) => {
  const { db, caller, config } = context
  if ((await findPushKey(db, config)) === undefined) throw new CallFailed('pushUnavailable')
  if (!(await listDevices(db, caller)).some((one) => one.deviceId === deviceId)) throw new CallFailed('notFound')
  const title = '这是一条测试通知'
  const path = caller.shopId === null ? links.buyerPreferences() : links.sellerPreferences()
  await db.transaction((tx) =>
    queueMessage(tx, context, {
      channel: 'device',
      recipient: String(deviceId),
      template: 'notice',
      params: { path },
      subject: title,
      text: title,
    }),
  )
  return {}
}

export const pushDevicesHandlers: Handlers<typeof pushDevicesCalls> = {
  pushDevices,
  pushDeviceAdd,
  pushDeviceRemove,
  pushDeviceTest,
}
