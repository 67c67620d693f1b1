import { createHash, createHmac } from 'node:crypto'
import { claimDeadline } from '../../domain/live/award-states.ts'
import {
  type ClassFigure,
  classFigures,
  type ClassKind,
  classKinds,
  type ClassTopic,
  classTopics,
} from '../../domain/live/classes.ts'
import { rowForDigest } from '../../domain/live/draw.ts'
import { attendRule } from '../../domain/live/scores.ts'
import type { drawAwards, drawEntries, drawPrizes, drawRounds } from '../tables/draw.ts'
import type { liveBookings, liveClasses, liveQuestions, liveWatches, scoreEntries } from '../tables/live.ts'
import { type Accounts, demoIds } from './build-accounts.ts'
import type { Calendar } from './calendar.ts'
import { classLines, classQuestionWords, prizeLines } from './data/live.ts'
import { itemAt, random, requireKey } from './random.ts'

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
type Live = ReturnType<typeof buildLive>

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

type Prize = typeof drawPrizes.$inferInsert & { id: number; left: number }
type Score = typeof scoreEntries.$inferInsert & { createdAt: Date }

const cost = 10
const allWeight = 1000

/** One ended round, one open round, one upcoming round; points are spent as earned. */
export function buildDraws({ people, earned }: Live, days: Calendar) {
  const plans = [
    { title: '学习有礼 第一期', from: -9, to: -2, draws: 3, perPerson: 3, lucky: [1] },
    // The next draw in the demo wins, so that the whole flow can be tried.
    {
      title: '学习有礼 第二期',
      from: -1,
      to: 21,
      draws: 1,
      perPerson: 5,
      lucky: [people.length, people.length + 1],
    },
    { title: '学习有礼 第三期', from: 25, to: 40, draws: 0, perPerson: 5, lucky: [] },
  ]
  const rounds: (typeof drawRounds.$inferInsert & { id: number })[] = []
  const prizes: Prize[] = []
  const entries: (typeof drawEntries.$inferInsert & { id: number })[] = []
  const awards: (typeof drawAwards.$inferInsert & { id: number })[] = []
  const spent: Score[] = []
  for (const [index, { title, from, to, draws, perPerson, lucky }] of plans.entries()) {
    const roundId = index + 1
    const table = tableOf(roundId, prizes.length)
    const seed = findSeed(table, lucky, roundId)
    // The buyer has not drawn in the open round yet.
    const claimBy = claimDeadline(days.at(to, '21:00'))
    const drawing = roundId === 2 ? people.filter((userId) => userId !== demoIds.buyer) : people
    const count = drawing.length * draws
    for (let entryNo = 1; entryNo <= count; entryNo += 1) {
      const userId = itemAt(drawing, entryNo - 1)
      const createdAt = new Date(days.at(from, '10:00').getTime() + entryNo * 17 * 60_000)
      const row = resultOf(table, seed, entryNo)
      const prize = row.isPrize && row.left > 0 ? row : undefined
      if (prize !== undefined) prize.left -= 1
      const id = entries.length + 1
      entries.push({ id, roundId, entryNo, userId, prizeId: prize?.id ?? null, createdAt })
      const about = `draw:${roundId}:${entryNo}`
      spent.push({ userId, reason: 'draw', points: -cost, balance: 0, about, title, createdAt })
      if (prize !== undefined)
        awards.push(awardOf(awards.length + 1, { id, roundId, prizeId: prize.id, userId, createdAt, claimBy }))
    }
    const seedHash = createHash('sha256').update(seed).digest('hex')
    const intro = '用学习课程得到的积分抽取实验室好物。概率与库存如实公布，结果可由任何人验证。'
    const times = { opensAt: days.at(from, '09:00'), closesAt: days.at(to, '21:00') }
    rounds.push({ id: roundId, title, intro, ...times, cost, perPerson, seed, seedHash, entryCount: count })
    prizes.push(...table)
  }
  const { ledger, accounts } = balanced([...earned, ...spent])
  return { rounds, prizes, entries, awards, ledger, accounts }
}

function tableOf(roundId: number, offset: number): Prize[] {
  const rows = prizeLines.map((line, index): Prize => {
    const [name = '', note = '', figure = '', worth, weight, stock] = line.split('|')
    return {
      id: offset + index + 1,
      roundId,
      seq: index + 1,
      name,
      note,
      figure,
      isPrize: true,
      worth: Number(worth),
      weight: Number(weight),
      stock: Number(stock),
      left: Number(stock),
    }
  })
  const weight = allWeight - rows.reduce((sum, row) => sum + row.weight, 0)
  const id = offset + rows.length + 1
  return [...rows, { id, roundId, seq: rows.length + 1, name: '谢谢参与', isPrize: false, weight, stock: 0, left: 0 }]
}

const resultOf = (table: readonly Prize[], seed: string, entryNo: number) =>
  rowForDigest(
    table.map((row) => Object.assign(row, { prizeId: row.id })),
    createHmac('sha256', seed).update(String(entryNo)).digest('hex'),
  )

/** A seed with which these numbers win; for the demo only. */
function findSeed(table: readonly Prize[], lucky: readonly number[], roundId: number): string {
  for (let turn = 0; ; turn += 1) {
    const seed = createHash('sha256').update(`demo round ${roundId} ${turn}`).digest('hex')
    if (lucky.every((entryNo) => resultOf(table, seed, entryNo).isPrize)) return seed
  }
}

type Won = Pick<typeof drawAwards.$inferInsert, 'roundId' | 'prizeId' | 'userId' | 'claimBy'> & {
  id: number
  createdAt: Date
}

/** Fictitious recipients and addresses of prizes. */
const addresses = [
  ['示例收货人甲', '13800001231', '四川省 成都市 武侯区', '示例科园路 18 号 3 栋'],
  ['示例收货人乙', '13800001247', '江苏省 苏州市 工业园区', '示例星湖街 218 号 A2'],
  ['示例收货人丙', '13800001253', '上海市 上海市 浦东新区', '示例哈雷路 560 号'],
  ['示例收货人丁', '13800001268', '山东省 青岛市 崂山区', '示例科苑路 4 号 收发室'],
  ['示例收货人戊', '13800001274', '天津市 天津市 滨海新区', '示例惠风路 3 号'],
].map(([receiver = '', mobile = '', districtName = '', street = '']) => ({ receiver, mobile, districtName, street }))

/** The buyer's prize is unclaimed; the others are sent or received. */
function awardOf(id: number, { id: entryId, createdAt, ...won }: Won): typeof drawAwards.$inferInsert & { id: number } {
  const base = { id, entryId, ...won, createdAt }
  if (won.userId === demoIds.buyer) return base
  const after = (hours: number) => new Date(createdAt.getTime() + hours * 3_600_000)
  const status = itemAt(['to_ship', 'shipped', 'signed'] as const, id)
  const claimed = { ...base, status, address: itemAt(addresses, Math.floor(won.userId / 2)), claimedAt: after(1) }
  if (status === 'to_ship') return claimed
  const sent = {
    ...claimed,
    carrier: '示例快递',
    trackingNo: `SL2026${String(id).padStart(6, '0')}`,
    shippedAt: after(4),
  }
  return status === 'signed' ? { ...sent, signedAt: after(9) } : sent
}

/** Ledger entries in chronological order with running balances, and the final balance of each person. */
function balanced(entries: readonly Score[]) {
  const left = new Map<number, number>()
  const ledger = entries
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((entry) => {
      const balance = (left.get(entry.userId) ?? 0) + entry.points
      if (balance < 0) throw new Error(`${entry.userId} spends more than there is`)
      left.set(entry.userId, balance)
      return { ...entry, balance }
    })
  return { ledger, accounts: [...left].map(([userId, balance]) => ({ userId, balance })) }
}
