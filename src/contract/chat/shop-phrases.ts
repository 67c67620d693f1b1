import { z } from 'zod'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { id } from '../fields.ts'

export const shopPhrasesCalls = {
  shopPhrases: call({
    path: '/message/mqtt/shop-words',
    summary: '店铺的问候语与快捷短语；没有自己的则为空，由客户端用默认的',
    access: user,
    reads: true,
    input: z.object({ orgId: id }),
    output: z.object({
      greeting: z.string(),
      /** Three each; a missing kind has the product's own. */
      quickPhrases: z.object({
        service: z.array(z.string()).optional(),
        market: z.array(z.string()).optional(),
        demand: z.array(z.string()).optional(),
      }),
    }),
    ours: true,
  }),
}
