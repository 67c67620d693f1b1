import { api } from '../../client/browser.ts'
import type { Declaration } from '../../contract/projects/declarations.ts'
import { loadable } from '../loaded.ts'

const part = loadable<Declaration>()
/** One declaration of the own company with all that belongs to it. */
export const declaration = part.state
export const load = (declarationId: number): Promise<void> =>
  part.load(() => api.projects.projectDetail({ declarationId }))
