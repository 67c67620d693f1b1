import { z } from 'zod'
import {
  bookingEvents,
  bookingNoteError,
  bookingStatuses,
  maxVisitors,
  visitPartKeys,
} from '../../domain/projects/booking-states.ts'
import { operator, user } from '../access.ts'
import { mobile } from '../accounts/person.ts'
import { call } from '../call.ts'
import { dayInput, id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'

/** Input of a visit request. */
const bookingRequest = {
  parkId: id,
  /** A weekday from tomorrow, at most 60 days ahead. */
  visitOn: dayInput,
  visitPart: z.enum(visitPartKeys),
  people: z.int().min(1, '至少 1 人').max(maxVisitors, `一次最多 ${maxVisitors} 人`),
  contact: text(20),
  mobile,
  purpose: optionalText(300).default(''),
}
/** A visit as shown to its person. */
const booking = z.object({
  bookingId: id,
  ...bookingRequest,
  parkName: z.string(),
  districtName: z.string(),
  contact: z.string(),
  mobile: z.string(),
  purpose: z.string(),
  status: z.enum(bookingStatuses),
  /** Answer of the platform; empty before. */
  note: z.string(),
  createdAt: moment,
})
export type Booking = z.output<typeof booking>

const opsBooking = booking.extend({
  loginName: z.string(),
  /** Empty where the person belongs to no company. */
  companyName: z.string(),
  /** Operator who answered; empty before. */
  handlerName: z.string(),
  updatedAt: moment,
})
export type OpsBooking = z.output<typeof opsBooking>

/** Park visits: requested by signed-in users, answered by operators. */
export const bookingsCalls = {
  /** One open visit per person, park and day; ten open visits in total. Operators are notified. */
  bookingOrder: call({
    path: '/mall/booking/order',
    summary: '预约园区实地考察：日期、时段、人数与联系人',
    access: user,
    input: z.object(bookingRequest),
    output: z.object({ bookingId: id, status: z.enum(bookingStatuses) }),
    failures: ['visitBooked', 'visitsFull'],
    idempotent: true,
    perMinute: 20,
    perDay: 60,
  }),
  bookingLast: call({
    path: '/mall/booking/last/get',
    summary: '我最近一次的实地考察预约，用来预先填好下一次；没有则为空',
    access: user,
    reads: true,
    input: z.object({}),
    output: booking.nullable(),
  }),
  ownBookings: call({
    path: '/mall/booking/own/list-page',
    summary: '我的实地考察预约，新的在前',
    access: user,
    reads: true,
    input: z.object({ ...paging }),
    output: listOf(booking),
    ours: true,
  }),
  bookingCancel: call({
    path: '/mall/booking/cancel',
    summary: '取消我的一次实地考察预约',
    access: user,
    input: z.object({ bookingId: id }),
    output: z.object({ status: z.enum(bookingStatuses) }),
    failures: ['stepNotAllowed'],
    ours: true,
  }),
  bookings: call({
    path: '/mall/booking/list-page',
    summary: '实地考察预约，待处理的到访早的在前，其余后变动的在前',
    access: operator('receive'),
    reads: true,
    input: z.object({ status: z.enum(bookingStatuses).optional(), keyword: keyword.default(''), ...paging }),
    output: listOf(opsBooking).extend({ counts: z.partialRecord(z.enum(bookingStatuses), z.int()) }),
    ours: true,
  }),
  bookingStep: call({
    path: '/mall/booking/step',
    summary: '确认或谢绝一次实地考察预约，谢绝须写明原因；预约人会收到通知',
    access: operator('receive'),
    input: z
      .object({ bookingId: id, event: z.enum(bookingEvents), note: optionalText(300).default('') })
      .refine(({ event, note }) => bookingNoteError(event, note) === null, {
        path: ['note'],
        message: '请写明原因，或建议另外的时间',
      }),
    output: z.object({ status: z.enum(bookingStatuses) }),
    failures: ['stepNotAllowed'],
    ours: true,
    logs: '处理实地考察预约',
  }),
}
