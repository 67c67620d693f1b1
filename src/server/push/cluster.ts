import { EventEmitter } from 'node:events'
import type { AedesOptions } from 'aedes'
import redisPersistence from 'aedes-persistence-redis'
import type { Redis } from 'ioredis'
import redisEmitter from 'mqemitter-redis'
import type { Logger } from 'pino'
import { watched } from '../redis.ts'

/** Channel on which processes tell each other which session was signed out. */
const endedChannel = 'portal:push:ended'

/** What joins the brokers of several processes. */
export interface Cluster {
  readonly options: Pick<AedesOptions, 'mq' | 'persistence'>
  readonly tellEnded: (sessionId: number) => void
  readonly close: () => Promise<void>
}

/** Shares messages, persistence and sign-outs over Redis. `ended` hears of sessions signed out elsewhere. */
export async function clusterOf(
  redis: Redis,
  { ended, log }: { readonly ended: (sessionId: number) => void; readonly log: Logger },
): Promise<Cluster> {
  const make = () =>
    watched(heard(redis.duplicate({ lazyConnect: false, enableOfflineQueue: true, maxRetriesPerRequest: null })))
  const [subConn, pubConn, conn, ears] = [make(), make(), make(), make()]
  for (const one of [subConn, pubConn, conn, ears]) one.on('error', (err) => log.warn({ err }, 'redis of push'))
  const mq = redisEmitter({ subConn, pubConn, matchEmptyLevels: true })
  // Its types do not tell of this emitter. Without a listener its errors would end the process; they are logged above.
  const state: unknown = Reflect.get(mq, 'state')
  if (state instanceof EventEmitter) state.on('error', () => {})
  await ears.subscribe(endedChannel)
  ears.on('message', (_channel, sessionId) => ended(Number(sessionId)))
  return {
    options: { mq, persistence: withoutWills(redisPersistence({ conn })) },
    tellEnded: (sessionId) => void redis.publish(endedChannel, String(sessionId)).catch(() => {}),
    close: async () => {
      await Promise.all([subConn, pubConn, conn, ears].map(end))
    },
  }
}

/** Its users do not wait for all that they send: refused by a connection that has ended, that is nobody's error. */
function heard(connection: Redis): Redis {
  const send = connection.sendCommand.bind(connection)
  connection.sendCommand = (...command) => {
    const answer = send(...command)
    if (answer instanceof Promise) answer.catch(() => {})
    return answer
  }
  const quit = connection.quit.bind(connection)
  // One that waits to connect anew is ended without a word (`end`), for which the broker would wait for ever.
  connection.quit = async () => {
    if (connection.status !== 'reconnecting') return quit()
    connection.disconnect()
    connection.emit('end')
    return 'OK'
  }
  return connection
}

/** Doors refuse wills, so there is none to delete when a client comes; the broker would not hear that it failed. */
function withoutWills<T extends { delWill: unknown }>(persistence: T): T {
  persistence.delWill = async () => {}
  return persistence
}

/** Lets what is under way be answered first: the broker still writes of the clients that it has just let go. */
async function end(connection: Redis): Promise<void> {
  if (connection.status === 'ready') await connection.quit().catch(() => connection.disconnect())
  else connection.disconnect()
}
