import { company } from '../access.ts'
import { notBuilt } from '../call.ts'

export const declarationsCalls = {
  projectDeclare: notBuilt('/gov/project/declare', company()),
  projectDeclarations: notBuilt('/gov/project/declare/list-page', company('declaration_query')),
  projectUpdate: notBuilt('/gov/project/declare/update', company()),
  projectCancel: notBuilt('/gov/project/declare/cancel', company()),
  projectDetail: notBuilt('/gov/project/declare/detail-all', company('declaration_query')),
}
