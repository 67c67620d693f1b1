import { boolean, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'

/** Feedback of readers on help articles. The articles themselves are Markdown. */
export const helpFeedback = pgTable(
  'help_feedback',
  {
    id: identity(),
    questionId: integer().notNull(),
    /** Hash of the visitor, for one vote a day; no IP address is stored. */
    visitor: text().notNull(),
    /** Day in Shanghai. */
    day: date({ mode: 'string' }).notNull(),
    useful: boolean().notNull(),
    text: text().notNull().default(''),
    /** User, if signed in. */
    userId: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('help_feedback_once').on(t.questionId, t.visitor, t.day),
    index('help_feedback_useful').on(t.useful, t.id),
  ],
)
