import type { ClassFigure, ClassKind, ClassTopic } from '../../domain/live/classes.ts'
import { classFigures, classKinds, classTopics } from '../../domain/live/classes.ts'
import { attendRule } from '../../domain/live/scores.ts'
import type { liveBookings, liveClasses, liveQuestions, liveWatches, scoreEntries } from '../tables/live.ts'
import { demoIds, type Accounts } from './build-accounts.ts'
import type { Calendar } from './calendar.ts'
import { classLines, classQuestionWords } from './data/live.ts'
import { itemAt, requireKey, random } from './random.ts'

type ClassRow = typeof liveClasses.$inferInsert & { id: number; title: string; startsAt: Date; endsAt: Date }
type Entry = typeof scoreEntries.$inferInsert & { createdAt: Date }

const one = <T extends string>(list: readonly T[], word: string | undefined): T => {
  const found = list.find((each) => each === word)
  if (found === undefined) throw new Error(`${word} is none of ${list.join(', ')}`)
  return found
}

/**
 * Live classes around today: two running for days, some upcoming, some replays; with bookings, watch times and
 * questions.
 */
export function buildLive(accounts: Accounts, days: Calendar) {
  const classes = classLines.map((line, index) => classOf(line, index, accounts, days))
  const people = learners(accounts)
  const seen = classes.filter((row) => row.endsAt < days.at(0) && row.replay)
  const soon = classes.filter((row) => row.startsAt >= days.at(1))
  const on = classes.filter((row) => row.startsAt < days.at(0) && row.endsAt >= days.at(1))
  const others = guestsOf(accounts, people)
  const bookings: (typeof liveBookings.$inferInsert)[] = [...seen, ...on].flatMap((row) =>
    [...people, ...guestsAt(row, others, 1)].map((userId) => ({
      userId,
      classId: row.id,
      kind: 'booking' as const,
      remindedAt: before(row.startsAt, 15),
      createdAt: before(row.startsAt, 2_880),
    })),
  )
  for (const [index, row] of soon.entries()) {
    // The demo buyer has not booked all of them.
    const some = people.filter((userId, place) => userId !== demoIds.buyer && (place + index) % 3 === 0)
    for (const userId of [...some, ...guestsAt(row, others, 0.6)])
      bookings.push({ userId, classId: row.id, kind: 'booking', createdAt: days.at(-1, '16:00') })
  }
  for (const row of [...seen.slice(0, 2), ...soon.slice(0, 2)])
    bookings.push({ userId: demoIds.buyer, classId: row.id, kind: 'favourite', createdAt: days.at(-1, '20:10') })
  const watches: (typeof liveWatches.$inferInsert)[] = []
  const earned: Entry[] = []
  for (const row of seen.slice(1, 7)) {
    for (const [place, userId] of [...people, ...guestsAt(row, others, 0.8)].entries()) {
      // Guests watch briefly, so that the demo learners lead the points.
      const minutes = place < people.length ? 9 + ((place * 5 + row.id * 3) % 12) : 2 + ((userId + row.id) % 4)
      const points = minutes + attendRule.points
      const lastAt = new Date(row.startsAt.getTime() + (minutes + 1) * 60_000)
      watches.push({ userId, classId: row.id, seconds: minutes * 60 + 20, liveSeconds: minutes * 60, points, lastAt })
      const said = { userId, balance: 0, title: row.title }
      const attended = new Date(row.startsAt.getTime() + 30_000)
      const about = `class:${row.id}`
      earned.push({ ...said, reason: 'attend', points: attendRule.points, about, createdAt: attended })
      for (let point = 1; point <= minutes; point += 1) {
        const createdAt = new Date(row.startsAt.getTime() + point * 60_000)
        earned.push({ ...said, reason: 'watch', points: 1, about: `${about}:${point}`, createdAt })
      }
    }
  }
  const counted = classes.map((row) => ({
    ...row,
    bookedCount: bookings.filter(({ classId, kind }) => classId === row.id && kind === 'booking').length,
    favouriteCount: bookings.filter(({ classId, kind }) => classId === row.id && kind === 'favourite').length,
    watchedCount: watches.filter(({ classId }) => classId === row.id).length,
  }))
  return { classes: counted, bookings, watches, questions: questionsOf(on, people, days), earned, people }
}
export type Live = ReturnType<typeof buildLive>

const before = (moment: Date, minutes: number) => new Date(moment.getTime() - minutes * 60_000)

/** The demo buyer and nine other learners. */
function learners({ organisations, users }: Accounts): number[] {
  const demo = new Set<number>(Object.values(demoIds))
  const owners = new Set(organisations.map(({ ownerId }) => ownerId))
  const others = users.filter(({ id, realName }) => !demo.has(id) && !owners.has(id) && (realName ?? '') !== '')
  return [demoIds.buyer, ...others.slice(0, 9).map(({ id }) => id)]
}

/** Other participants: neither learners nor demo accounts. */
function guestsOf({ users }: Accounts, people: readonly number[]): number[] {
  const taken = new Set<number>([...Object.values(demoIds), ...people])
  return users.filter(({ id }) => !taken.has(id)).map(({ id }) => id)
}

/** Guests of a class, more in some than in others; a smaller `part` is a subset of the same people. */
function guestsAt({ id, capacity = 0 }: ClassRow, guests: readonly number[], part: number): readonly number[] {
  const many = itemAt([0.86, 0.34, 0.62, 0.21, 0.73, 0.47, 0.12], id * 3) * part
  const order = random(id * 31 + 7).shuffle(guests)
  const free = capacity === 0 ? order.length : Math.max(0, capacity - 12)
  return order.slice(0, Math.min(free, Math.round(order.length * many)))
}

function classOf(line: string, index: number, { byKey }: Accounts, days: Calendar): ClassRow {
  const [host = '', kind, topics = '', figure, day, time, minutes, seats, replay, ...words] = line.split('|')
  const [title = '', speaker = '', speakerTitle = '', summary = '', outline = ''] = words
  const organisation = host === '' ? undefined : requireKey(byKey, host)
  const startsAt = days.at(Number(day), time)
  const roadshow = kind === 'roadshow'
  // A week before, but yesterday at the latest.
  const announced = new Date(Math.min(before(startsAt, 10_080).getTime(), days.at(-1, '09:00').getTime()))
  return {
    id: index + 1,
    companyId: organisation?.company.id ?? null,
    title,
    speaker,
    speakerTitle,
    summary,
    kind: one<ClassKind>(classKinds, kind),
    topics: topics.split(',').map((topic) => one<ClassTopic>(classTopics, topic)),
    figure: one<ClassFigure>(classFigures, figure),
    outline: outline.split('；').join('\n'),
    startsAt,
    endsAt: new Date(startsAt.getTime() + Number(minutes) * 60_000),
    capacity: Number(seats),
    replay: replay === '1',
    stream: 'demo',
    status: 'published' as const,
    featuredAt: roadshow && Number(day) > 0 ? days.at(-1, '09:00') : null,
    userId: organisation?.ownerId ?? demoIds.ops,
    createdAt: announced,
    updatedAt: announced,
  }
}

function questionsOf(on: readonly ClassRow[], people: readonly number[], days: Calendar) {
  const [, open] = on
  if (open === undefined) return []
  return classQuestionWords.map(([text, answer], index): typeof liveQuestions.$inferInsert => ({
    classId: open.id,
    userId: itemAt(people, index + 2),
    text,
    answer,
    answeredAt: answer === '' ? null : days.at(-1, `1${index + 1}:20`),
    createdAt: days.at(-1, `1${index + 1}:05`),
  }))
}
