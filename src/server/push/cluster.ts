import { EventEmitter } from 'node:events'
import type { AedesOptions } from 'aedes'
import redisPersistence from 'aedes-persistence-redis'
import type { Redis } from 'ioredis'
import redisEmitter from 'mqemitter-redis'
import type { Logger } from 'pino'
import { withPing } from '../redis.ts'

/** Redis channel with the ids of ended sessions. */
const endedChannel = 'portal:push:ended'
/** Redis channel with the ids of revoked sensors. */
const sensorChannel = 'portal:push:sensor-ended'

/** Connects the brokers of several processes. */
export interface Cluster {
  readonly options: Pick<AedesOptions, 'mq' | 'persistence'>
  readonly publishSessionEnd: (sessionId: number) => void
  readonly publishSensorEnd: (sensorId: number) => void
  readonly close: () => Promise<void>
}

/** What other processes have ended. */
interface ClusterListener {
  readonly ended: (sessionId: number) => void
  readonly sensorEnded: (sensorId: number) => void
  readonly log: Logger
}

/** Shares messages, persistence and sign-outs over Redis. */
export async function connectCluster(
  redis: Redis,
  { ended: onSessionEnded, sensorEnded, log }: ClusterListener,
): Promise<Cluster> {
  const make = () =>
    withPing(
      withHandledRejections(
        redis.duplicate({ lazyConnect: false, enableOfflineQueue: true, maxRetriesPerRequest: null }),
      ),
    )
  const [subConn, pubConn, conn, subscriber] = [make(), make(), make(), make()]
  for (const one of [subConn, pubConn, conn, subscriber]) one.on('error', (err) => log.warn({ err }, 'redis of push'))
  const mq = redisEmitter({ subConn, pubConn, matchEmptyLevels: true })
  // Not in its types: without an error listener this emitter would end the process; errors are logged above.
  const state: unknown = Reflect.get(mq, 'state')
  if (state instanceof EventEmitter) state.on('error', () => {})
  await subscriber.subscribe(endedChannel, sensorChannel)
  subscriber.on('message', (channel, id) => (channel === sensorChannel ? sensorEnded : onSessionEnded)(Number(id)))
  return {
    options: { mq, persistence: withoutWills(redisPersistence({ conn })) },
    publishSensorEnd: (sensorId) => void redis.publish(sensorChannel, String(sensorId)).catch(() => {}),
    publishSessionEnd: (sessionId) => void redis.publish(endedChannel, String(sessionId)).catch(() => {}),
    close: async () => {
      await Promise.all([subConn, pubConn, conn, subscriber].map(endConnection))
    },
  }
}

/** Handles rejections of commands that callers do not await, after the connection has ended. */
function withHandledRejections(connection: Redis): Redis {
  const send = connection.sendCommand.bind(connection)
  connection.sendCommand = (...command) => {
    const answer = send(...command)
    if (answer instanceof Promise) answer.catch(() => {})
    return answer
  }
  const quit = connection.quit.bind(connection)
  // A reconnecting client never emits `end` on quit, for which the broker would wait forever.
  connection.quit = async () => {
    if (connection.status !== 'reconnecting') return quit()
    connection.disconnect()
    connection.emit('end')
    return 'OK'
  }
  return connection
}

/** Wills are refused (broker-authorisation.ts), so none is deleted; the broker would ignore a failure. */
function withoutWills<T extends { delWill: unknown }>(persistence: T): T {
  persistence.delWill = async () => {}
  return persistence
}

/** Waits for pending commands: the broker still writes about clients that it has just disconnected. */
async function endConnection(connection: Redis): Promise<void> {
  if (connection.status === 'ready') await connection.quit().catch(() => connection.disconnect())
  else connection.disconnect()
}
