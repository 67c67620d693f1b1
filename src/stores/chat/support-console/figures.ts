import { quietApi } from '../../../client/browser.ts'
import type { AgentFigures, SupportStatistics } from '../../../contract/chat/support.ts'
import { loadable } from '../../loadable.ts'

const figures = loadable<{ readonly statistics: SupportStatistics; readonly agents: readonly AgentFigures[] }>()
/** Waiting, answers and agents, for operators. */
export const supportFigures = figures.state

export const loadSupportFigures = (): Promise<void> => figures.load(() => quietApi.chat.supportFigures({}))
