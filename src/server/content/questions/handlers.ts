import type { questionsCalls } from '../../../contract/content/questions.ts'
import type { Handlers, Handler } from '../../handler.ts'
import { feedbackSubmit, feedbacks } from './feedbacks.ts'
import { question, questions, questionMenu } from './questions.ts'
import type { z } from 'zod'
import { friendLinksSchema } from '../../../content/page-schema.ts'
import { readData } from '../texts.ts'

let cachedLinks: z.output<typeof friendLinksSchema> | undefined

const friendLinks: Handler<typeof questionsCalls.friendLinks> = async ({ current, pageSize }, { config }) => {
  if (cachedLinks === undefined || config.drafts === true)
    cachedLinks = readData('friend-links.json', friendLinksSchema)
  return {
    total: cachedLinks.length,
    data: cachedLinks
      .slice((current - 1) * pageSize, current * pageSize)
      .map(({ id, name, url, intro, group }) => ({ linkId: id, name, url, intro, groupName: group })),
  }
}

export const questionsHandlers: Handlers<typeof questionsCalls> = {
  questionMenu,
  questions,
  question,
  feedbackSubmit,
  feedbacks,
  friendLinks,
}
