/** What an operator may do; each operator call names the one it needs. Codes are stored and never renamed. */
export const operatorPermissions = {
  review: '审核需求、商品与服务、认证、认领、资质、申报与课程',
  edit: '维护资讯、政策、园区、项目、数字应用、推荐位、分类与抽奖，向用户群发消息',
  receive: '处理访客留言、实地考察预约、入驻申请、奖品发货与客服时间',
  trade: '查看订单与付款，裁定争议',
  records: '查看用户、企业、店铺、需求与商品服务',
  view: '以用户的身份只读查看账号',
  restrict: '停用与恢复、撤销认证、关闭店铺、下架与恢复',
  moderate: '处理举报，维护词表',
  audit: '查看与导出操作记录',
  manage: '设置运营人员及其角色',
} as const satisfies Readonly<Record<string, string>>
export type OperatorPermission = keyof typeof operatorPermissions

export const operatorRoles = ['reviewer', 'editor', 'support', 'finance', 'risk', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

interface RoleDeclaration {
  readonly label: string
  readonly permissions: readonly OperatorPermission[]
}

/** Roles of operators. An operator may have several; without any they see the start page of operators only. */
export const operatorRoleTable: Readonly<Record<OperatorRole, RoleDeclaration>> = {
  reviewer: { label: '审核员', permissions: ['review', 'records'] },
  editor: { label: '内容编辑', permissions: ['edit'] },
  support: { label: '客服主管', permissions: ['receive', 'records', 'view'] },
  finance: { label: '财务', permissions: ['trade', 'records'] },
  risk: { label: '风控', permissions: ['trade', 'records', 'view', 'restrict', 'moderate', 'audit'] },
  admin: {
    label: '管理员',
    permissions: ['review', 'edit', 'receive', 'trade', 'records', 'view', 'restrict', 'moderate', 'audit', 'manage'],
  },
}

/** Permissions of all roles together. */
export const operatorPermissionsOf = (roles: readonly OperatorRole[]): ReadonlySet<OperatorPermission> =>
  new Set(roles.flatMap((role) => operatorRoleTable[role].permissions))

/** Roles that hold a permission. */
export const operatorRolesWith = (permission: OperatorPermission): readonly OperatorRole[] =>
  operatorRoles.filter((role) => operatorRoleTable[role].permissions.includes(permission))

/** Whether the roles include the one that manages operators: at least one operator keeps it. */
export const managesOperators = (roles: readonly OperatorRole[]): boolean => operatorPermissionsOf(roles).has('manage')
