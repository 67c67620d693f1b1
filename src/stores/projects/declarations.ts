import { api } from '../../client/browser.ts'
import type { DeclarationRow, GovProject, Declaration } from '../../contract/projects/declarations.ts'
import { declarationStatuses } from '../../domain/projects/declaration-states.ts'
import { projectFields } from '../../domain/projects/government-projects.ts'
import { rowDecision } from '../row-decision.ts'
import { loadable } from '../loadable.ts'
import { filteredList } from '../filtered-list.ts'

/** Declarations of the own company. */
export const declarations = filteredList(declarationStatuses, api.projects.projectDeclarations)

/** Projects open for declaration. The field is the query parameter `status`, like every list filter. */
export const govProjects = filteredList(
  projectFields,
  ({ status, ...conditions }) =>
    api.projects.govProjects({ ...conditions, ...(status === undefined ? {} : { field: status }) }),
  { fixed: { tab: 'project' } },
)

const projectPart = loadable<GovProject>()
/** One project. */
export const govProject = projectPart.state
export const loadGovProject = (projectId: number): Promise<void> =>
  projectPart.load(() => api.projects.govProject({ projectId }))

/** The declaration to be withdrawn, with the reason. */
export const declarationCancellation = rowDecision<
  Pick<DeclarationRow, 'declarationId' | 'declarationNo' | 'status'>,
  string
>(({ declarationId }, reason) => api.projects.projectCancel({ declarationId, reason }), declarations.load)

const part = loadable<Declaration>()
/** One declaration of the own company with its details. */
export const declaration = part.state
export const loadDeclaration = (declarationId: number): Promise<void> =>
  part.load(() => api.projects.projectDetail({ declarationId }))
