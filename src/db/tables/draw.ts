import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { AwardStatus } from '../../domain/live/award-states.ts'
import { encryptedFields } from '../encryption/column-types.ts'
import { users } from './accounts.ts'
import { createdAt, fen, identity, moment } from './columns.ts'

/** Rounds of the lucky draw. */
export const drawRounds = pgTable(
  'draw_rounds',
  {
    id: identity(),
    title: text().notNull(),
    intro: text().notNull().default(''),
    opensAt: moment().notNull(),
    closesAt: moment().notNull(),
    /** Points per draw. */
    cost: integer().notNull(),
    /** Maximum draws per person in this round. */
    perPerson: integer().notNull(),
    /** 256 random bits, hex. Secret until the round has ended. */
    seed: text().notNull(),
    /** SHA-256 of the seed, hex: published from the start. */
    seedHash: text().notNull(),
    /** Number of draws so far. */
    entryCount: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('draw_rounds_time').on(t.closesAt, t.id),
    check('draw_rounds_times', sql`${t.closesAt} > ${t.opensAt}`),
    check('draw_rounds_rule', sql`${t.cost} > 0 and ${t.perPerson} > 0`),
  ],
)

/** Prizes and chances of a round, in order; one row is no prize. */
export const drawPrizes = pgTable(
  'draw_prizes',
  {
    id: identity(),
    roundId: integer()
      .notNull()
      .references(() => drawRounds.id),
    seq: integer().notNull(),
    name: text().notNull(),
    note: text().notNull().default(''),
    figure: text().notNull().default(''),
    isPrize: boolean().notNull(),
    /** Value in fen. */
    worth: fen().notNull().default(0),
    weight: integer().notNull(),
    /** Initial and remaining quantity. */
    stock: integer().notNull().default(0),
    left: integer().notNull().default(0),
  },
  (t) => [
    unique('draw_prizes_seq').on(t.roundId, t.seq),
    check('draw_prizes_stock', sql`${t.left} >= 0 and ${t.left} <= ${t.stock}`),
    check('draw_prizes_weight', sql`${t.weight} > 0`),
  ],
)

/** Draws, numbered from 1 without gaps per round. */
export const drawEntries = pgTable(
  'draw_entries',
  {
    id: identity(),
    roundId: integer()
      .notNull()
      .references(() => drawRounds.id),
    entryNo: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** null = no prize, or its prize was out of stock. */
    prizeId: integer().references(() => drawPrizes.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('draw_entries_no').on(t.roundId, t.entryNo),
    index('draw_entries_person').on(t.userId, t.roundId),
    index('draw_entries_won')
      .on(t.roundId, t.id)
      .where(sql`${t.prizeId} is not null`),
  ],
)

/** Delivery address of an award, as entered at the claim. */
export interface AwardAddress {
  readonly receiver: string
  readonly mobile: string
  readonly districtName: string
  readonly street: string
}

/** Awards and their delivery to the winners. */
export const drawAwards = pgTable(
  'draw_awards',
  {
    id: identity(),
    entryId: integer()
      .notNull()
      .unique()
      .references(() => drawEntries.id),
    roundId: integer()
      .notNull()
      .references(() => drawRounds.id),
    prizeId: integer()
      .notNull()
      .references(() => drawPrizes.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    status: text().$type<AwardStatus>().notNull().default('to_claim'),
    address: encryptedFields<AwardAddress>({ mobile: 'draw_awards.address.mobile' }),
    carrier: text().notNull().default(''),
    trackingNo: text().notNull().default(''),
    claimedAt: moment(),
    shippedAt: moment(),
    signedAt: moment(),
    /** Deadline of the claim; afterwards the prize returns to the platform. */
    claimBy: moment().notNull(),
    /** When the winner was reminded of the deadline. */
    remindedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('draw_awards_person').on(t.userId, t.id),
    index('draw_awards_status').on(t.status, t.id),
    index('draw_awards_due')
      .on(t.claimBy, t.id)
      .where(sql`${t.status} = 'to_claim'`),
  ],
)
