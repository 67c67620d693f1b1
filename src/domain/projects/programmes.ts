import type { Permission } from '../accounts/permissions.ts'
import type { StateLabel, Transitions } from '../transition.ts'

export const programmeStatuses = ['active', 'closed'] as const
export type ProgrammeStatus = (typeof programmeStatuses)[number]
export const isProgrammeClosed = (status: ProgrammeStatus): boolean => status === 'closed'

export const programmeEvents = ['close', 'reopen'] as const
export type ProgrammeEvent = (typeof programmeEvents)[number]
export const programmeTransitions: Transitions<ProgrammeStatus, ProgrammeEvent, 'manager'> = [
  { from: ['active'], event: 'close', actor: ['manager'], to: 'closed' },
  { from: ['closed'], event: 'reopen', actor: ['manager'], to: 'active' },
]

export const programmeLabels: Readonly<Record<ProgrammeStatus, StateLabel>> = {
  active: { label: '进行中', tone: 'go' },
  closed: { label: '已结项', tone: 'mute' },
}

/** Roles in a programme; each may do what the ones after it may. */
export const programmeRoles = ['manager', 'member', 'reader'] as const
export type ProgrammeRole = (typeof programmeRoles)[number]
export const programmeRoleLabels: Readonly<Record<ProgrammeRole, string>> = {
  manager: '管理者',
  member: '成员',
  reader: '只读',
}

/** Permissions whose holders in the company may read a programme that is open to them. */
export const programmeAudiences = ['my_requirement', 'my_orders'] as const satisfies readonly Permission[]
export type ProgrammeAudience = (typeof programmeAudiences)[number]

/** Permission that manages every programme of the company, as it manages roles. */
export const programmeAdministrator: Permission = 'role_manage'

interface ProgrammeReader {
  readonly userId: number
  readonly companyId: number
  readonly permissions: ReadonlySet<Permission>
}

/** Role of a person of a company in a programme; null = the programme does not exist for them. */
export function programmeRoleOf(
  { companyId, permissions }: Omit<ProgrammeReader, 'userId'>,
  programme: { readonly companyId: number; readonly openTo: ProgrammeAudience | null },
  membership: ProgrammeRole | null,
): ProgrammeRole | null {
  if (companyId !== programme.companyId) return null
  if (permissions.has(programmeAdministrator)) return 'manager'
  if (membership !== null) return membership
  return programme.openTo !== null && permissions.has(programme.openTo) ? 'reader' : null
}

/** Whether a role may do what needs another one. */
export const includesRole = (role: ProgrammeRole, needed: ProgrammeRole): boolean =>
  programmeRoles.indexOf(role) <= programmeRoles.indexOf(needed)

/** Whether somebody may add to a programme, and take out of it. */
export const isOpenToRole = (role: ProgrammeRole, status: ProgrammeStatus): boolean =>
  includesRole(role, 'member') && !isProgrammeClosed(status)

/** Programmes that a move of an item concerns, in the order in which they are locked. */
export const programmesOfMove = (from: number | null, into: number | null): number[] =>
  [from, into].filter((id) => id !== null).toSorted((one, other) => one - other)

/** What a programme groups. */
export const programmeItemKinds = ['demand', 'order'] as const
export type ProgrammeItemKind = (typeof programmeItemKinds)[number]
export const programmeItemLabels: Readonly<Record<ProgrammeItemKind, string>> = { demand: '需求', order: '订单' }
/** What somebody needs to add or remove an item. */
export const programmeItemPermissions: Readonly<Record<ProgrammeItemKind, Permission>> = {
  demand: 'my_requirement',
  order: 'my_orders',
}

/** Limits of one programme; orders of awarded demands are not refused. */
export const programmeLimits = { order: 500, demand: 200, file: 200, conversation: 100, member: 100 } as const

/** What happened in a programme; `note` is a text of a member. */
export const programmeEntryEvents = [
  'create',
  'update',
  'close',
  'reopen',
  'note',
  'add-item',
  'remove-item',
  'add-conversation',
  'remove-conversation',
  'add-file',
  'rename-file',
  'remove-file',
  'set-member',
  'remove-member',
  'leave',
] as const
export type ProgrammeEntryEvent = (typeof programmeEntryEvents)[number]
export const programmeEntryLabels: Readonly<Record<ProgrammeEntryEvent, string>> = {
  create: '新建项目',
  update: '修改资料',
  close: '结项',
  reopen: '重新开启',
  note: '备注',
  'add-item': '归入',
  'remove-item': '移出',
  'add-conversation': '关联沟通',
  'remove-conversation': '取消关联沟通',
  'add-file': '上传文件',
  'rename-file': '重命名文件',
  'remove-file': '移除文件',
  'set-member': '设置成员',
  'remove-member': '移除成员',
  leave: '退出项目',
}
