import type { digitalCalls } from '../../contract/content/digital.ts'
import type { drugCalls } from '../../contract/content/drug.ts'
import type { entriesCalls } from '../../contract/content/entries.ts'
import type { placementsCalls } from '../../contract/content/placements.ts'
import type { questionsCalls } from '../../contract/content/questions.ts'
import type { roadshowCalls } from '../../contract/content/roadshow.ts'
import type { siteTextsCalls } from '../../contract/content/site-texts.ts'
import type { Contract } from '../../contract/contract.ts'
import { featuredServices } from '../catalogue/featured-services.ts'
import type { Handler, Handlers } from '../handler.ts'
import { listUpcomingRoadshows } from '../live/classes/classes.ts'
import {
  digitalApp,
  digitalApps,
  digitalSolution,
  digitalSolutionApp,
  digitalSolutions,
} from './digital/digital-store.ts'
import { digitalJoin, digitalJoins, digitalJoinStep } from './digital/digital-joins.ts'
import { news, newsPiece } from './drug/news.ts'
import { park, parks } from './drug/parks.ts'
import { policies, policy } from './drug/policies.ts'
import { entries, entry, entryDelete, entryStep, entryUnschedule, entryVersion } from './entries/entries.ts'
import { entryDraft, entrySave } from './entries/entry-save.ts'
import { feedbacks, feedbackSubmit, question, questionMenu, questions } from './questions/questions.ts'
import { announcement, announcements, friendLinks, sitePage } from './site-texts/site-texts.ts'

const digitalHandlers: Handlers<typeof digitalCalls> = {
  digitalApps,
  digitalApp,
  digitalSolutions,
  digitalSolution,
  digitalSolutionApp,
  digitalJoin,
  digitalJoins,
  digitalJoinStep,
}

const drugHandlers: Handlers<typeof drugCalls> = { news, newsPiece, policies, policy, parks, park }

const entriesHandlers: Handlers<typeof entriesCalls> = {
  entries,
  entry,
  entrySave,
  entryDraft,
  entryDelete,
  entryStep,
  entryUnschedule,
  entryVersion,
}

const siteTextsHandlers: Handlers<typeof siteTextsCalls> = { announcement, announcements, sitePage }

const questionsHandlers: Handlers<typeof questionsCalls> = {
  questionMenu,
  questions,
  question,
  feedbackSubmit,
  feedbacks,
  friendLinks,
}

const techServicesOperation: Handler<typeof placementsCalls.techServicesOperation> = async ({ size }, { db }) => ({
  data: await featuredServices(db, size),
})

const roadshowOperation: Handler<typeof roadshowCalls.roadshowOperation> = async ({ size }, { db }) => ({
  data: await listUpcomingRoadshows(db, size),
})

export const contentHandlers = {
  ...digitalHandlers,
  ...entriesHandlers,
  ...questionsHandlers,
  ...siteTextsHandlers,
  ...drugHandlers,
  roadshowOperation,
  techServicesOperation,
} satisfies Handlers<Contract['content']>
