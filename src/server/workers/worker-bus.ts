import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { primaryMessage, type Question, type Topic, type WorkerMessage } from './messages.ts'

/** Messages between the workers of one machine, through their primary process. */
export interface WorkerBus {
  /** Tells all other workers; resolves once each has handled it, or after a second. */
  readonly publish: (topic: Topic, payload: unknown) => Promise<void>
  readonly subscribe: (topic: Topic, listener: (payload: unknown) => void) => void
  /** Asks the primary process; rejects when it does not answer within two seconds. */
  readonly ask: (question: Question, payload?: unknown) => Promise<unknown>
  /** Calls the listener when this worker becomes the one that runs the jobs, also if it already is. */
  readonly onLead: (listener: () => void) => void
  /** Tells the primary process that requests are taken. */
  readonly reportReady: () => void
}

const answerWithinMs = 2_000

/** The bus of this process; undefined unless it is a worker of `WORKERS`. */
export function connectWorkerBus(log: Pick<Logger, 'warn'>): WorkerBus | undefined {
  if (!cluster.isWorker) return undefined
  const listeners = new Map<Topic, ((payload: unknown) => void)[]>()
  const waiting = new Map<number, (answer: unknown) => void>()
  const leadListeners: (() => void)[] = []
  let leads = false
  let lastNumber = 0
  const send = (message: WorkerMessage) => {
    if (process.connected === true) process.send?.(message, undefined, undefined, () => {})
  }
  process.on('message', (given: unknown) => {
    const parsed = primaryMessage.safeParse(given)
    // Libraries send messages of their own.
    if (!parsed.success) return
    const message = parsed.data
    if (message.kind === 'lead') {
      leads = true
      for (const listener of leadListeners) listener()
    } else if (message.kind === 'deliver') {
      for (const listener of listeners.get(message.topic) ?? []) {
        try {
          listener(message.payload)
        } catch (err) {
          log.warn({ err, topic: message.topic }, 'message of a worker')
        }
      }
      send({ kind: 'handled', publication: message.publication })
    } else {
      waiting.get(message.number)?.(message.kind === 'answer' ? message.answer : undefined)
      waiting.delete(message.number)
    }
  })
  process.once('disconnect', () => {
    for (const answer of waiting.values()) answer(undefined)
    waiting.clear()
  })
  return {
    publish: (topic, payload) => {
      const number = (lastNumber += 1)
      return new Promise<void>((resolve) => {
        if (process.connected !== true) return resolve()
        waiting.set(number, () => resolve())
        send({ kind: 'publish', number, topic, payload })
      })
    },
    subscribe: (topic, listener) => {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    ask: (question, payload) => {
      const number = (lastNumber += 1)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(number)
          reject(new Error(`The primary process did not answer ${question}`))
        }, answerWithinMs)
        waiting.set(number, (answer) => {
          clearTimeout(timer)
          resolve(answer)
        })
        send({ kind: 'ask', number, question, payload })
      })
    },
    onLead: (listener) => {
      leadListeners.push(listener)
      if (leads) listener()
    },
    reportReady: () => send({ kind: 'ready' }),
  }
}
