import { boolean, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'

/** What readers say of a question of the help centre. The questions themselves are Markdown. */
export const helpFeedback = pgTable(
  'help_feedback',
  {
    id: identity(),
    questionId: integer().notNull(),
    /** Hash of who said it, so that once a day holds: no address is kept. */
    visitor: text().notNull(),
    /** In Shanghai. */
    day: date({ mode: 'string' }).notNull(),
    useful: boolean().notNull(),
    text: text().notNull().default(''),
    /** Who was signed in. */
    userId: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('help_feedback_once').on(t.questionId, t.visitor, t.day),
    index('help_feedback_useful').on(t.useful, t.id),
  ],
)
