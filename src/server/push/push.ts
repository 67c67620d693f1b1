import type { EventEmitter } from 'node:events'
import type { Gauge } from 'prom-client'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Refusals } from '../refusals.ts'
import type { WorkerBus } from '../workers/worker-bus.ts'

/** Session behind an MQTT connection. */
export interface PushSession {
  readonly userId: number
  readonly sessionId: number
  /** The connection ends with the session. */
  readonly sessionEndsAt: Date
}

/** What sensors of companies may do; server/orders/samples/sensor-gate.ts. */
export interface SensorGate {
  /** Whether a credential is that of a sensor that is not revoked, and of a company that is active. */
  readonly authenticate: (sensorId: number, secret: string) => Promise<boolean>
  /** Resolves once the readings of a message are committed; rejects when they are refused or cannot be written. */
  readonly write: (sensorId: number, payload: string) => Promise<void>
  /** Tells the company why a sensor was refused. */
  readonly noteRefusal: (sensorId: number, refusal: string) => Promise<void>
  /** Those of some sensors that are not revoked, and of companies that are active. */
  readonly liveAmong: (sensorIds: readonly number[]) => Promise<ReadonlySet<number>>
}

/** Live messages to browsers over MQTT. Best effort: clients catch up from the database by sequence number. */
export interface Push {
  /** Sends a JSON message to every open connection of a user. Never throws, never waits. */
  readonly send: (userId: number, message: object) => void
  /** A password for one MQTT connection of this session: valid for 60 seconds, one use and this user only. */
  readonly ticket: (session: PushSession) => Promise<string>
  /** Ends the connections of a session that was signed out. */
  readonly endSession: (sessionId: number) => void
  /** Ends the connections of a sensor that was revoked. */
  readonly endSensor: (sensorId: number) => void
  /** Sensors that have a connection open in this process. */
  readonly sensors: () => ReadonlySet<number>
  /** Sessions that have a connection open in this process. */
  readonly sessions: () => ReadonlySet<number>
  /** Takes WebSocket upgrades on /mqtt of an HTTP server, until the returned function is called. */
  readonly attach: (server: EventEmitter) => () => void
  /** True once the broker takes connections. */
  readonly ready: () => boolean
  readonly close: () => Promise<void>
}

export interface PushOptions {
  readonly redis: Redis | undefined
  /** Other workers of this machine; not used with Redis. */
  readonly bus?: WorkerBus | undefined
  /** Absent: no sensor may connect. */
  readonly sensors?: SensorGate | undefined
  readonly log: Logger
  readonly connections: Gauge
  readonly config: Pick<Config, 'siteUrl' | 'siteOrigins' | 'trustProxy'>
  readonly refusals: Pick<Refusals, 'note'>
}
