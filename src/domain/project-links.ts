import { at, byId, to, type Id } from './link-parts.ts'

const path = '/platform/buyerAccount/projectDeclare'

/** What a company declares to authorities, on one page of the buyer centre. */
export const projectLinks = {
  buyerDeclarations: at(path),
  buyerDeclaration: byId(path),
  /** The form of a declaration that is a draft or was sent back. */
  buyerEditDeclaration: (id: Id) => to(path, { edit: id }),
  /** Calls for projects, and one of them. */
  govProjects: () => to(path, { tab: 'project' }),
  govProject: (projectId: Id) => to(path, { projectId }),
  /** The form of a new declaration for a call. */
  buyerDeclare: (projectId: Id) => to(path, { declare: projectId }),
} as const
