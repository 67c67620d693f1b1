import { api } from '../../client/browser.ts'
import type { DeclarationRow, GovProject } from '../../contract/projects/declarations.ts'
import { declarationStatuses } from '../../domain/projects/declaration-states.ts'
import { projectFields } from '../../domain/projects/government-projects.ts'
import { decision } from '../deciding.ts'
import { loadable } from '../loaded.ts'
import { filteredList } from '../filtered-list.ts'

/** What the own company declared. */
export const declarations = filteredList(declarationStatuses, api.projects.projectDeclarations)

/** What can be declared for. The field stands in the address as `status`, as every list's filter does. */
export const projects = filteredList(
  projectFields,
  ({ status, ...conditions }) =>
    api.projects.govProjects({ ...conditions, ...(status === undefined ? {} : { field: status }) }),
  { fixed: { tab: 'project' } },
)

const projectPart = loadable<GovProject>()
/** One call for projects. */
export const project = projectPart.state
export const loadProject = (projectId: number): Promise<void> =>
  projectPart.load(() => api.projects.govProject({ projectId }))

/** The declaration that is asked about before it is withdrawn, and why it is. */
export const cancelling = decision<Pick<DeclarationRow, 'declarationId' | 'declarationNo' | 'status'>, string>(
  ({ declarationId }, reason) => api.projects.projectCancel({ declarationId, reason }),
  declarations.load,
)
