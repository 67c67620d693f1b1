import type { drugCalls } from '../../../contract/content/drug.ts'
import type { Handlers } from '../../handler.ts'
import { newsPiece } from './news-piece.ts'
import { news } from './news.ts'
import { park } from './park.ts'
import { parks } from './parks.ts'
import { policies } from './policies.ts'
import { policy } from './policy.ts'

export const drugHandlers: Handlers<typeof drugCalls> = { news, newsPiece, policies, policy, parks, park }
