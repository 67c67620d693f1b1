import type { drugCalls } from '../../../contract/content/drug.ts'
import type { Handlers } from '../../handler.ts'
import { newsPiece, news } from './news.ts'
import { park, parks } from './parks.ts'
import { policies, policy } from './policies.ts'

export const drugHandlers: Handlers<typeof drugCalls> = { news, newsPiece, policies, policy, parks, park }
