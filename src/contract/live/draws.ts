import { z } from 'zod'
import { everyone, operator, user } from '../access.ts'
import { call } from '../call.ts'
import { count, fen, id, listOf, moment, momentInput, optionalText, paging, text } from '../fields.ts'
import { maxTotalWeight } from '../../domain/live/draw.ts'

const phase = z.enum(['soon', 'open', 'ended'])

const prize = z.object({
  prizeId: id,
  name: z.string(),
  note: z.string(),
  /** Name of the illustration; may be empty. */
  figure: z.string(),
  isPrize: z.boolean(),
  worth: fen,
  weight: z.int(),
  /** Initial and remaining stock. */
  stock: z.int(),
  left: z.int(),
})

const roundRow = z.object({
  roundId: id,
  title: z.string(),
  opensAt: moment,
  closesAt: moment,
  phase,
  /** Cost of one draw in points. */
  cost: z.int(),
  /** Maximum number of draws per person. */
  perPerson: z.int(),
  /** Number of draws so far. */
  entryCount: z.int(),
  /** SHA-256 of the seed, hex; published before the first draw. */
  seedHash: z.string(),
})
const round = roundRow.extend({
  intro: z.string(),
  /** Odds table, in the order used to select a row by digest. */
  prizes: z.array(prize),
  /** The seed, hex; null until the round has ended. */
  seed: z.string().nullable(),
})
export type DrawRound = z.output<typeof round>

const winner = z.object({
  entryNo: z.int(),
  roundId: id,
  roundTitle: z.string(),
  prizeName: z.string(),
  /** Masked. */
  name: z.string(),
  at: moment,
})

const ownEntry = z.object({ entryNo: z.int(), prizeName: z.string(), won: z.boolean(), at: moment })

/** Calls beyond the specification: rounds of the lucky draw, draws, and data to verify them afterwards. */
export const drawsCalls = {
  drawRounds: call({
    path: '/draw/round/list',
    ours: true,
    summary: '抽奖期次，新的在前',
    access: everyone,
    reads: true,
    input: z.object({ ...paging }),
    output: listOf(roundRow),
  }),
  drawRound: call({
    path: '/draw/round/detail',
    ours: true,
    summary: '一期抽奖；不指定时为进行中的一期，其次即将开始的，再次最近结束的',
    access: everyone,
    reads: true,
    input: z.object({ roundId: id.optional() }),
    output: round,
  }),
  drawWinners: call({
    path: '/draw/win/list',
    ours: true,
    summary: '中奖名单，姓名已隐去，新的在前',
    access: everyone,
    reads: true,
    input: z.object({ ...paging, roundId: id.optional() }),
    output: listOf(winner),
  }),
  drawEntries: call({
    path: '/draw/entry/list',
    ours: true,
    summary: '已结束一期的全部抽奖编号与结果，供验证；按编号从小到大',
    access: everyone,
    reads: true,
    input: z.object({ roundId: id, /** Only entries after this number. */ after: count.default(0) }),
    output: z.object({
      entries: z.array(z.object({ entryNo: z.int(), prizeId: id.nullable() })),
      /** Whether there are more entries. */
      more: z.boolean(),
    }),
    failures: ['drawNotEnded'],
    perMinute: 60,
  }),
  drawOwn: call({
    path: '/draw/own',
    ours: true,
    summary: '我在一期抽奖中的积分、次数与结果',
    access: user,
    reads: true,
    input: z.object({ roundId: id }),
    output: z.object({ balance: z.int(), used: z.int(), entries: z.array(ownEntry) }),
  }),
  drawTake: call({
    path: '/draw/take',
    ours: true,
    summary: '抽一次：扣积分、取编号、由已承诺的种子得出结果',
    access: user,
    input: z.object({ roundId: id }),
    output: z.object({
      entryNo: z.int(),
      /** null = no prize. */
      prize: z.object({ name: z.string(), note: z.string(), figure: z.string() }).nullable(),
      awardId: id.nullable(),
      balance: z.int(),
      used: z.int(),
    }),
    failures: ['drawNotOpen', 'drawUsedUp', 'scoreShort', 'drawNotForStaff'],
    idempotent: true,
    perMinute: 60,
  }),
  roundSave: call({
    path: '/draw/round/save',
    ours: true,
    summary: '新建一期抽奖；种子由服务器生成，其指纹随即公布',
    access: operator('edit'),
    input: z.object({
      title: text(30),
      intro: optionalText(300),
      opensAt: momentInput,
      closesAt: momentInput,
      cost: z.int('请填写整数').min(1, '至少 1 分').max(10_000, '最多 10,000 分'),
      perPerson: z.int('请填写整数').min(1, '至少 1 次').max(100, '最多 100 次'),
      prizes: z
        .array(
          z.object({
            name: text(30),
            note: optionalText(100),
            worth: fen,
            weight: z.int('请填写整数').min(1, '至少 1').max(maxTotalWeight),
            stock: z.int('请填写整数').min(1, '至少 1 件').max(100_000),
          }),
        )
        .min(1, '至少一种奖品')
        .max(12, '最多 12 种奖品'),
      /** Weight of the blank row. */
      blankWeight: z.int('请填写整数').min(1, '至少 1').max(maxTotalWeight),
    }),
    output: z.object({ roundId: id, seedHash: z.string() }),
    failures: ['roundOverlaps'],
    idempotent: true,
    logs: '新建抽奖期次',
  }),
}
