import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { z } from 'zod'
import type { Tickets } from '../push/tickets.ts'
import { workerMessage, type PrimaryMessage, type Question, type WorkersHealth } from './messages.ts'

/** Milliseconds until a worker that does not respond no longer delays the others. */
const handledWithinMs = 1_000
/** Pause before a worker that died is started again. */
const restartPauseMs = 500

const pushSession = z.object({ userId: z.int(), sessionId: z.int(), sessionEndsAt: z.number() })

interface Publication {
  readonly waitingFor: Set<number>
  readonly done: () => void
}

interface PrimaryOptions {
  readonly workers: number
  readonly log: Logger
  /** Tickets of push connections, shared by the workers. */
  readonly tickets: Tickets
  readonly whenReady: () => void
}

/**
 * Runs the workers of this machine: starts them one after the other, so that only one migrates and fills the database;
 * chooses the one that runs the jobs; relays their messages; holds push tickets and rate limits; starts a worker that
 * died again. Resolves with the exit code once all have ended after a signal.
 */
export async function runWorkers({ workers: wanted, log, tickets, whenReady }: PrimaryOptions): Promise<number> {
  const ready = new Set<number>()
  const publications = new Map<number, Publication>()
  const aggregator = new AggregatorRegistry()
  void new RateLimiterClusterMaster()
  let lastPublication = 0
  let leader: number | undefined
  let stopping = false
  const stopped = Promise.withResolvers<void>()
  const codes: number[] = []

  const alive = () =>
    Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() === true ? [worker] : []))
  const send = (worker: Worker | undefined, message: PrimaryMessage) => {
    if (worker?.isConnected() === true) worker.send(message, () => {})
  }
  const handled = (publication: number, by: number) => {
    const open = publications.get(publication)
    if (open === undefined) return
    open.waitingFor.delete(by)
    if (open.waitingFor.size > 0) return
    publications.delete(publication)
    open.done()
  }
  const relay = (
    from: Worker,
    message: Omit<Extract<PrimaryMessage, { kind: 'deliver' }>, 'publication' | 'kind'>,
    done: () => void,
  ) => {
    const others = alive().filter(({ id }) => id !== from.id)
    if (others.length === 0) return done()
    const publication = (lastPublication += 1)
    const timer = setTimeout(() => {
      log.warn({ topic: message.topic }, 'a worker does not respond')
      publications.delete(publication)
      done()
    }, handledWithinMs)
    publications.set(publication, {
      waitingFor: new Set(others.map(({ id }) => id)),
      done: () => {
        clearTimeout(timer)
        done()
      },
    })
    for (const worker of others) send(worker, { kind: 'deliver', publication, ...message })
  }
  const health = (): WorkersHealth => ({
    workers: ready.size === wanted,
    leader: leader !== undefined && ready.has(leader),
  })
  const answers: Readonly<Record<Question, (payload: unknown) => unknown>> = {
    issueTicket: (payload) => {
      const { sessionEndsAt, ...session } = pushSession.parse(payload)
      return tickets.issue({ ...session, sessionEndsAt: new Date(sessionEndsAt) })
    },
    redeemTicket: async (payload) => {
      const found = await tickets.redeem(z.string().parse(payload))
      if (found === undefined) return null
      const { userId, sessionId, sessionEndsAt } = found
      return { userId, sessionId, sessionEndsAt: sessionEndsAt.getTime() }
    },
    revokeTickets: (payload) => tickets.revoke(z.int().parse(payload)),
    health,
    metrics: () => aggregator.clusterMetrics(),
  }
  const elect = () => {
    const next = alive().find(({ id }) => ready.has(id))
    leader = next?.id
    send(next, { kind: 'lead' })
    if (next !== undefined) log.info({ worker: next.id }, 'jobs run in this worker')
  }
  const receive = (worker: Worker, given: unknown) => {
    const parsed = workerMessage.safeParse(given)
    if (!parsed.success) return
    const message = parsed.data
    if (message.kind === 'ready') {
      ready.add(worker.id)
      if (leader === undefined) elect()
    } else if (message.kind === 'handled') handled(message.publication, worker.id)
    else if (message.kind === 'publish') {
      const { number, topic, payload } = message
      relay(worker, { topic, payload }, () => send(worker, { kind: 'published', number }))
    } else {
      const { number, question, payload } = message
      Promise.try(answers[question], payload).then(
        (answer) => send(worker, { kind: 'answer', number, answer }),
        (err: unknown) => log.warn({ err, question }, 'question of a worker'),
      )
    }
  }
  /** Resolves once the worker is ready; rejects with its exit code if it ends before. */
  const start = (): Promise<void> => {
    const worker = cluster.fork()
    worker.on('message', (given: unknown) => receive(worker, given))
    return new Promise((resolve, reject) => {
      worker.on('message', () => {
        if (ready.has(worker.id)) resolve()
      })
      worker.once('exit', (code, signal) => {
        const wasReady = ready.delete(worker.id)
        for (const publication of publications.keys()) handled(publication, worker.id)
        if (leader === worker.id) {
          leader = undefined
          if (!stopping) elect()
        }
        if (!wasReady) return reject(new WorkerEnded(code ?? 1))
        if (stopping) return
        log.error({ worker: worker.id, code, signal }, 'a worker ended and is started again')
        restart()
      })
    })
  }
  const restart = () => {
    if (stopping) return
    setTimeout(() => start().catch(restart), restartPauseMs)
  }
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    stopped.resolve()
    log.info({ signal }, 'stopping')
    for (const worker of alive()) worker.process.kill('SIGTERM')
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  /** Starts the rest of the workers; returns the exit code of one that could not start. */
  const startAll = async (left: number): Promise<number> => {
    if (left === 0 || stopping) return 0
    try {
      await start()
    } catch (cause) {
      return cause instanceof WorkerEnded ? cause.code : 1
    }
    return startAll(left - 1)
  }
  cluster.on('exit', (_worker, code) => {
    if (stopping) codes.push(code ?? 1)
  })
  const failure = await startAll(wanted)
  if (failure !== 0) stop('SIGTERM')
  else if (!stopping) whenReady()
  await stopped.promise
  await allEnded()
  return Math.max(failure, ...codes)
}

async function allEnded(): Promise<void> {
  while (Object.keys(cluster.workers ?? {}).length > 0) await once(cluster, 'exit')
}

class WorkerEnded extends Error {
  readonly code: number

  constructor(code: number) {
    super(`A worker ended with ${code}`)
    this.code = code
  }
}
