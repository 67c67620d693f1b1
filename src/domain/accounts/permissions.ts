/**
 * The resource tree: specification section 6. A role is a set of its leaves; the owner of a company holds all.
 * Codes are wire values and never renamed.
 */
export const resourceTree = [
  {
    code: 'corpCenter',
    name: '企业中心',
    children: [
      { code: 'my_supply', name: '我的供应' },
      { code: 'my_requirement', name: '我的需求' },
      { code: 'publish_supply', name: '发布供应' },
      { code: 'publish_requirement', name: '发布需求' },
      { code: 'question_manage', name: '咨询管理' },
      { code: 'apply_manage', name: '申请管理' },
      { code: 'meeting', name: '会议' },
      { code: 'org_service_manage', name: '机构服务管理' },
      { code: 'page_manage', name: '页面管理' },
      { code: 'project_manage', name: '项目管理' },
      { code: 'statistics_page', name: '统计' },
      { code: 'database', name: '数据库' },
      { code: 'my_orders', name: '我的订单' },
      { code: 'goods_manage', name: '商品管理' },
      { code: 'order_manage', name: '订单管理' },
    ],
  },
  {
    code: 'subAccount',
    name: '子账号管理',
    children: [
      { code: 'add_sub_account', name: '新增子账号' },
      { code: 'role_manage', name: '角色管理' },
      { code: 'work_log', name: '操作日志' },
    ],
  },
  {
    code: 'messages',
    name: '消息',
    children: [
      { code: 'message_reply', name: '回复消息' },
      { code: 'message_delete', name: '删除消息' },
    ],
  },
  { code: 'corporate_show', name: '企业展示', children: [] },
  { code: 'corporate_credit', name: '企业信用', children: [] },
  { code: 'declaration_query', name: '申报查询', children: [] },
  { code: 'page_control', name: '页面控制', children: [] },
] as const

type Branch = (typeof resourceTree)[number]
/** A permission code: any node of the tree. */
export type Permission = Branch['code'] | Branch['children'][number]['code']

/** Every code of the tree, in its order. */
export const permissions: readonly Permission[] = resourceTree.flatMap((branch) => [
  branch.code,
  ...branch.children.map((leaf) => leaf.code),
])

const known = new Set<string>(permissions)
export const isPermission = (code: string): code is Permission => known.has(code)

const names = new Map<string, string>(
  resourceTree.flatMap((branch) => [branch, ...branch.children]).map(({ code, name }) => [code, name]),
)

/** What a permission is called in the role editor. */
export const permissionName = (code: Permission): string => names.get(code) ?? code
