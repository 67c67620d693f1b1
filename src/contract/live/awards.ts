import { z } from 'zod'
import { awardStatuses } from '../../domain/live/award-states.ts'
import { operator, user } from '../access.ts'
import { call } from '../call.ts'
import { id, keyword, listOf, moment, paging, text } from '../fields.ts'

const award = z.object({
  awardId: id,
  entryNo: z.int(),
  roundTitle: z.string(),
  prizeName: z.string(),
  figure: z.string(),
  status: z.enum(awardStatuses),
  /** Shipping address; null until claimed. Visible to the winner and operators only. */
  address: z
    .object({ receiver: z.string(), mobile: z.string(), districtName: z.string(), street: z.string() })
    .nullable(),
  carrier: z.string(),
  trackingNo: z.string(),
  wonAt: moment,
  /** Claim deadline. */
  claimBy: moment,
  claimedAt: moment.nullable(),
  shippedAt: moment.nullable(),
  signedAt: moment.nullable(),
})
export type Award = z.output<typeof award>
const managed = award.extend({ loginName: z.string(), realName: z.string() })
export type ManagedAward = z.output<typeof managed>

const moved = z.object({ status: z.enum(awardStatuses) })

/** Calls beyond the specification: awards of the lucky draw. */
export const awardsCalls = {
  awards: call({
    path: '/draw/award/list',
    ours: true,
    summary: '我的奖品，新的在前',
    access: user,
    reads: true,
    input: z.object({ ...paging }),
    output: listOf(award),
  }),
  awardClaim: call({
    path: '/draw/award/claim',
    ours: true,
    summary: '在期限内领取奖品：从收货地址中选一个',
    access: user,
    input: z.object({ awardId: id, addressId: id }),
    output: moved,
    failures: ['stepNotAllowed', 'awardLate'],
  }),
  awardSign: call({
    path: '/draw/award/sign',
    ours: true,
    summary: '确认收到奖品',
    access: user,
    input: z.object({ awardId: id }),
    output: moved,
    failures: ['stepNotAllowed'],
  }),
  managedAwards: call({
    path: '/draw/award/manage/list',
    ours: true,
    summary: '全部奖品：待发货的在前，其中先领取的在前',
    access: operator('receive'),
    reads: true,
    input: z.object({ ...paging, keyword: keyword.default(''), status: z.enum(awardStatuses).optional() }),
    output: listOf(managed).extend({ counts: z.partialRecord(z.enum(awardStatuses), z.int()) }),
  }),
  awardShip: call({
    path: '/draw/award/manage/ship',
    ours: true,
    summary: '奖品发货',
    access: operator('receive'),
    input: z.object({ awardId: id, carrier: text(20), trackingNo: text(40) }),
    output: moved,
    failures: ['stepNotAllowed'],
    logs: '奖品发货',
  }),
}
