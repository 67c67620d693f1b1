import type { needsCalls } from '../../../contract/demands/needs.ts'
import type { Handlers } from '../../handler.ts'
import { needInsert } from './need-insert.ts'
import { needStep } from './need-step.ts'
import { needs } from './needs.ts'

export const needsHandlers: Handlers<typeof needsCalls> = { needInsert, needs, needStep }
