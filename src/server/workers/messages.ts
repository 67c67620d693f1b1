import { z } from 'zod'

/** Subjects that workers of one machine tell each other. */
export const topics = ['tags', 'push', 'sessionEnded', 'sensorEnded', 'wake'] as const
export type Topic = (typeof topics)[number]

/** Questions that the primary process answers. */
export const questions = ['issueTicket', 'redeemTicket', 'revokeTickets', 'health', 'metrics'] as const
export type Question = (typeof questions)[number]

const number = z.int()
const subject = { topic: z.enum(topics), payload: z.unknown().optional() }

/** Messages of a worker. */
export const workerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('publish'), number, ...subject }),
  z.object({ kind: z.literal('handled'), publication: number }),
  z.object({ kind: z.literal('ask'), number, question: z.enum(questions), payload: z.unknown().optional() }),
])
export type WorkerMessage = z.output<typeof workerMessage>

/** Messages of the primary process. */
export const primaryMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lead') }),
  z.object({ kind: z.literal('deliver'), publication: number, ...subject }),
  z.object({ kind: z.literal('published'), number }),
  z.object({ kind: z.literal('answer'), number, answer: z.unknown().optional() }),
])
export type PrimaryMessage = z.output<typeof primaryMessage>

/** State of the workers, for /readyz. */
export const workersHealth = z.object({ workers: z.boolean(), leader: z.boolean() })
export type WorkersHealth = z.output<typeof workersHealth>
