import type { z } from 'zod'
import { friendLinksSchema } from '../../../content/page-schema.ts'
import type { questionsCalls } from '../../../contract/content/questions.ts'
import type { Handler } from '../../handler.ts'
import { readData } from '../texts.ts'

let known: z.output<typeof friendLinksSchema> | undefined

export const friendLinks: Handler<typeof questionsCalls.friendLinks> = async ({ current, pageSize }, { config }) => {
  if (known === undefined || config.drafts === true) known = readData('friend-links.json', friendLinksSchema)
  return {
    total: known.length,
    data: known
      .slice((current - 1) * pageSize, current * pageSize)
      .map(({ id, name, url, intro, group }) => ({ linkId: id, name, url, intro, groupName: group })),
  }
}
