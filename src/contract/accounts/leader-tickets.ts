import { z } from 'zod'
import { everyone, user } from '../access.ts'
import { call } from '../call.ts'
import { id, moment } from '../fields.ts'

/** Calls of our own for the park-service site of /industryLeader: identify a visitor without the session token. */
export const leaderTicketsCalls = {
  leaderTicket: call({
    path: '/user-center/user/leader-ticket',
    summary: '领取园区服务站点的短期票据，代替会话令牌',
    access: user,
    input: z.object({}),
    output: z.object({
      ticket: z.string(),
      expiresAt: moment,
      /** Origin of the site that may receive the ticket. */
      origin: z.string(),
    }),
    failures: ['ticketOff'],
    perMinute: 20,
    ours: true,
  }),
  /** For the site's server: a ticket holds until it expires or its session ends, however often it is asked. */
  leaderTicketCheck: call({
    path: '/user-center/user/leader-ticket/check',
    summary: '园区服务站点核对票据，得到是谁；失效的票据答未找到',
    access: everyone,
    input: z.object({ ticket: z.string().min(1).max(100) }),
    output: z.object({ userId: id, loginName: z.string(), expiresAt: moment }),
    failures: ['ticketOff'],
    perMinute: 120,
    ours: true,
  }),
}
