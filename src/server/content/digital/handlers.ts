import type { digitalCalls } from '../../../contract/content/digital.ts'
import type { Handlers } from '../../handler.ts'
import { digitalApp, digitalApps } from './digital-apps.ts'
import { digitalJoin } from './digital-join.ts'
import { digitalJoins, digitalJoinStep } from './digital-joins.ts'
import { digitalSolution, digitalSolutionApp, digitalSolutions } from './digital-solutions.ts'

export const digitalHandlers: Handlers<typeof digitalCalls> = {
  digitalApps,
  digitalApp,
  digitalSolutions,
  digitalSolution,
  digitalSolutionApp,
  digitalJoin,
  digitalJoins,
  digitalJoinStep,
}
