import { links } from '../links.ts'
import type { OperatorPermission } from './operator-roles.ts'

/** An action that needs a second operator. */
interface TwoPersonAction {
  /** As named on pages. */
  readonly label: string
  /** What both operators' roles must permit. */
  readonly needs: OperatorPermission
  /** Where the second operator looks at it and confirms, by the id of what it is about. */
  readonly page: (subjectId: number) => string
}

export const approvalActions = {
  companySuspend: { label: '停用企业', needs: 'restrict', page: (id) => links.opsCompanies({ id }) },
  categoryDelete: { label: '删除分类', needs: 'edit', page: () => links.opsCategories() },
  valueDelete: { label: '删除字典的值', needs: 'edit', page: () => links.opsDictionaries() },
} as const satisfies Readonly<Record<string, TwoPersonAction>>
export type ApprovalAction = keyof typeof approvalActions
export const approvalNames = [
  'companySuspend',
  'categoryDelete',
  'valueDelete',
] as const satisfies readonly ApprovalAction[]

/** Days after which a request that nobody confirmed is over. */
export const approvalDays = 3
