import { join } from 'node:path'
import { setTimeout as setTimeoutAsync } from 'node:timers/promises'
import { Worker, type Transferable } from 'node:worker_threads'
import { z } from 'zod'
import { installation } from '../../config.ts'
import { CallFailed, type FailureName } from '../../contract/failures.ts'
import type { FromThread, TaskName, Tasks, ToThread } from './tasks.ts'

/** Limits of one lane of threads. Times in milliseconds. */
interface LaneLimits {
  readonly threads: number
  /** Megabytes of heap per thread; beyond them the thread is terminated. */
  readonly heap: number
  /** Task timeout; beyond it the thread is terminated and replaced. */
  readonly deadline: number
  /** The deadline counts the processor time of the thread: on a busy machine it may take five times as long. */
  readonly countsOwnTime?: true
  /** Time for loading the modules of a task, before its deadline counts; for tasks that say when they are loaded. */
  readonly loading?: number
  /** Maximum queue length, in total and per key. */
  readonly waiting: number
  readonly waitingPerKey: number
  /** Maximum time in the queue. */
  readonly patience: number
  /** An idle thread ends after this time. */
  readonly idle: number
  /** Failures of a full queue and of a task past its deadline; default filesBusy, fileTooComplex. */
  readonly failures?: { readonly busy: FailureName; readonly tooComplex: FailureName }
}

/** What a deadline of own time may take of the clock. */
const busyFactor = 5

const fileFailures = { busy: 'filesBusy', tooComplex: 'fileTooComplex' } as const

export interface WorkOptions {
  /** Owner of the task (company, user): keys take turns, for fairness. */
  readonly key: string
  /** Transferred buffers; the caller loses them. */
  readonly transfer?: readonly Transferable[]
  /** Answers requests of the running task. A rejection ends the task with it. */
  readonly onAsk?: (question: unknown) => Promise<unknown>
  /** Failure when the task runs out of memory; default that of the deadline. */
  readonly outOfMemory?: FailureName
}

interface Job {
  readonly task: TaskName
  readonly input: unknown
  readonly options: WorkOptions
  readonly resolve: (output: unknown) => void
  readonly reject: (cause: unknown) => void
  readonly patience: NodeJS.Timeout
}

interface Thread {
  readonly worker: Worker
  job: Job | undefined
  id: number
  deadline: NodeJS.Timeout | undefined
  idle: NodeJS.Timeout | undefined
}

/** The thread runs from source in development; the bundle has its own entry (astro.config.mjs). */
const threadEntry = import.meta.url.endsWith('.ts')
  ? join(installation, 'src/server/work-thread.ts')
  : join(installation, 'dist/process/work-thread.js')

/** Empty environment: code that parses untrusted bytes gets no secrets. */
const threadEnv = {}

/** A bounded queue for a few threads, which start with the first task and end when idle. */
export class WorkLane {
  readonly #limits: LaneLimits
  readonly #failures: NonNullable<LaneLimits['failures']>
  readonly #queue: Job[] = []
  readonly #threads = new Set<Thread>()
  #lastKey = ''
  #ids = 0

  constructor(limits: LaneLimits) {
    this.#limits = limits
    this.#failures = limits.failures ?? fileFailures
  }

  /** Throws the lane's failures when the queue is full and past the deadline, and failures of the task. */
  run<N extends TaskName>(task: N, input: Tasks[N]['input'], options: WorkOptions): Promise<Tasks[N]['output']> {
    const { waiting, waitingPerKey, patience } = this.#limits
    const own = this.#queue.filter((job) => job.options.key === options.key).length
    if (this.#queue.length >= waiting || own >= waitingPerKey)
      return Promise.reject(new CallFailed(this.#failures.busy))
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(job), 1)
      reject(new CallFailed(this.#failures.busy))
    }, patience)
    const job: Job = { task, input, options, resolve, reject, patience: timer }
    this.#queue.push(job)
    this.#next()
    // Typed by the task table.
    return promise.then((output) => z.custom<Tasks[N]['output']>().parse(output))
  }

  #next(): void {
    if (this.#queue.length === 0) return
    let thread = [...this.#threads].find(({ job }) => job === undefined)
    if (thread === undefined && this.#threads.size < this.#limits.threads) thread = this.#start()
    if (thread === undefined) return
    const other = this.#queue.findIndex(({ options }) => options.key !== this.#lastKey)
    const [job] = this.#queue.splice(Math.max(0, other), 1)
    if (job === undefined) return
    clearTimeout(job.patience)
    this.#lastKey = job.options.key
    this.#begin(thread, job)
    this.#next()
  }

  #begin(thread: Thread, job: Job): void {
    clearTimeout(thread.idle)
    thread.job = job
    this.#ids += 1
    thread.id = this.#ids
    thread.worker.ref()
    this.#startDeadline(thread, this.#limits.deadline + (this.#limits.loading ?? 0))
    const { task, input, options } = job
    try {
      post(thread, { kind: 'run', id: thread.id, task, input }, options.transfer)
    } catch (cause) {
      this.#end(thread, () => job.reject(cause))
    }
  }

  #startDeadline(thread: Thread, ms: number): void {
    clearTimeout(thread.deadline)
    thread.deadline = setTimeout(() => this.#abandon(thread, new CallFailed(this.#failures.tooComplex)), ms)
  }

  /** The deadline of a task whose modules are loaded. */
  #startTaskDeadline(thread: Thread): void {
    const { countsOwnTime, deadline } = this.#limits
    if (countsOwnTime !== true) return this.#startDeadline(thread, deadline)
    this.#startDeadline(thread, deadline * busyFactor)
    const { id, worker } = thread
    const isRunning = () => thread.job !== undefined && thread.id === id
    const check = async (before: NodeJS.CpuUsage, wait: number): Promise<void> => {
      await setTimeoutAsync(wait, undefined, { ref: false })
      if (!isRunning()) return
      const { user, system } = await worker.cpuUsage(before)
      const left = deadline - (user + system) / 1_000
      if (left > 0) return check(before, Math.max(left, 20))
      if (isRunning()) this.#abandon(thread, new CallFailed(this.#failures.tooComplex))
    }
    // A thread that has ended meanwhile has nothing to be stopped.
    worker
      .cpuUsage()
      .then((before) => check(before, deadline))
      .catch(() => undefined)
  }

  #start(): Thread {
    const worker = new Worker(threadEntry, {
      execArgv: [],
      env: threadEnv,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heap, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    })
    const thread: Thread = { worker, job: undefined, id: 0, deadline: undefined, idle: undefined }
    this.#threads.add(thread)
    worker.on('message', (message: FromThread) => this.#onMessage(thread, message))
    worker.on('error', (cause) => {
      const isMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
      const failure = thread.job?.options.outOfMemory ?? this.#failures.tooComplex
      this.#abandon(thread, isMemory ? new CallFailed(failure) : cause)
    })
    worker.on('exit', () => this.#abandon(thread, new Error('The worker thread has ended')))
    return thread
  }

  #onMessage(thread: Thread, message: FromThread): void {
    const { job } = thread
    if (job === undefined || message.id !== thread.id) return
    if (message.kind === 'ask') {
      const onAsk = job.options.onAsk ?? (() => Promise.reject(new Error(`${job.task} may ask nothing`)))
      onAsk(message.question).then(
        (reply) => {
          if (thread.job === job) post(thread, { kind: 'reply', id: message.id, reply })
        },
        (cause: unknown) => {
          if (thread.job === job) this.#abandon(thread, cause)
        },
      )
    } else if (message.kind === 'loaded') this.#startTaskDeadline(thread)
    else if (message.kind === 'done') this.#end(thread, () => job.resolve(message.output))
    else if (message.kind === 'failed') {
      this.#end(thread, () => job.reject(new CallFailed(message.failure, message.content)))
    } else this.#end(thread, () => job.reject(new Error(message.message)))
  }

  /** Ends a task; its thread takes the next one or ends when idle. */
  #end(thread: Thread, settle: () => void): void {
    clearTimeout(thread.deadline)
    thread.job = undefined
    thread.worker.unref()
    thread.idle = setTimeout(() => this.#abandon(thread, undefined), this.#limits.idle).unref()
    settle()
    this.#next()
  }

  /** Terminates a thread; the next task starts another. */
  #abandon(thread: Thread, cause: unknown): void {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.deadline)
    clearTimeout(thread.idle)
    const { job } = thread
    thread.job = undefined
    void thread.worker.terminate()
    job?.reject(cause)
    this.#next()
  }
}

function post(thread: Thread, message: ToThread, transfer: readonly Transferable[] = []): void {
  thread.worker.postMessage(message, [...transfer])
}

/** Sheets run one at a time: each may need all the memory of the lane. */
export const sheetWork = new WorkLane({
  threads: 1,
  heap: 160,
  deadline: 30_000,
  waiting: 64,
  waitingPerKey: 24,
  patience: 90_000,
  idle: 20_000,
})

/** Short tasks: kinds of uploads, feeds. */
export const fileWork = new WorkLane({
  threads: 1,
  heap: 64,
  deadline: 15_000,
  waiting: 256,
  waitingPerKey: 32,
  patience: 60_000,
  idle: 60_000,
})

const structureFailures = { busy: 'structuresBusy', tooComplex: 'structureTooComplex' } as const

/** Structures that somebody draws or searches for: two seconds, then the thread is replaced. */
export const structureWork = new WorkLane({
  threads: 1,
  heap: 128,
  deadline: 2_000,
  countsOwnTime: true,
  loading: 60_000,
  waiting: 64,
  waitingPerKey: 4,
  patience: 8_000,
  idle: 300_000,
  failures: structureFailures,
})

/** Structures of goods that are saved, or that a job reads: a busy machine must not make them unreadable. */
export const moleculeWork = new WorkLane({
  threads: 1,
  heap: 128,
  deadline: 15_000,
  countsOwnTime: true,
  loading: 60_000,
  waiting: 8,
  waitingPerKey: 8,
  patience: 60_000,
  idle: 20_000,
  failures: structureFailures,
})
