import type { Server } from 'node:http'
import type { Gauge } from 'prom-client'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Live messages to browsers over MQTT. A hint only: the database is the truth, clients catch up by sequence number. */
export interface Push {
  /** Sends a JSON message to every open connection of a user. Never throws, never waits. */
  readonly send: (userId: number, message: object) => void
  /** A password for one MQTT connection of this session: short-lived, single user. */
  readonly ticket: (session: { userId: number; sessionId: number }) => string
  /** Ends the connections of a session that was signed out. */
  readonly endSession: (sessionId: number) => void
  /** Takes WebSocket upgrades on /mqtt of an HTTP server. */
  readonly attach: (server: Server) => void
  readonly close: () => Promise<void>
}

export interface PushOptions {
  readonly redis: Redis | undefined
  readonly log: Logger
  readonly connections: Gauge
}
