import type { deskCalls } from '../../../contract/chat/desk.ts'
import type { Handlers } from '../../handler.ts'
import { deskAgents } from './agents.ts'
import { cannedAnswerRemove, cannedAnswers, cannedAnswerSave } from './canned.ts'
import { deskCase } from './case.ts'
import { deskCases } from './cases.ts'
import { deskClose } from './close.ts'
import { deskHandOver } from './hand-over.ts'
import { serviceHours, serviceHoursSave } from './hours.ts'
import { rateService } from './rate.ts'
import { deskTake } from './take.ts'

export const deskHandlers: Handlers<typeof deskCalls> = {
  cannedAnswerRemove,
  cannedAnswers,
  cannedAnswerSave,
  deskAgents,
  deskCase,
  deskCases,
  deskClose,
  deskHandOver,
  deskTake,
  rateService,
  serviceHours,
  serviceHoursSave,
}
