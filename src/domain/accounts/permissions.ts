/**
 * The resource tree: specification section 6. A role is a set of its leaves; the owner of a company has all.
 * Codes are wire values and never renamed; `note` explains a permission in the role form.
 */
export const resourceTree = [
  {
    code: 'corpCenter',
    name: '企业中心',
    note: '进入企业中心的各项功能',
    children: [
      { code: 'my_supply', name: '我的供应', note: '查看商机与订阅，填写和管理报价' },
      { code: 'my_requirement', name: '我的需求', note: '查看本企业的需求与收到的报价，邀请供应商、选定报价' },
      { code: 'publish_supply', name: '发布供应', note: '批量调整服务的能力标签' },
      { code: 'publish_requirement', name: '发布需求', note: '发布和修改需求' },
      { code: 'question_manage', name: '咨询管理', note: '查看和回复客户咨询' },
      { code: 'apply_manage', name: '申请管理', note: '审批本企业的请购，查看审批规则；提交和删除资质证书的审核申请' },
      { code: 'meeting', name: '会议', note: '开设、修改和取消店铺课程，回复课上提问' },
      { code: 'org_service_manage', name: '机构服务管理', note: '发布和管理服务' },
      { code: 'page_manage', name: '页面管理', note: '添加、修改和排列店铺图片' },
      { code: 'project_manage', name: '项目管理', note: '填写、提交和撤回项目申报' },
      { code: 'statistics_page', name: '统计', note: '查看采购统计、经营统计与工作台上的统计数字' },
      { code: 'database', name: '数据库', note: '把订单、需求、服务与商品导出为 Excel' },
      { code: 'my_orders', name: '我的订单', note: '采购下单、付款、验收，管理购物车与发票' },
      { code: 'goods_manage', name: '商品管理', note: '发布和管理商品、库存与运费' },
      { code: 'order_manage', name: '订单管理', note: '确认、交付承接的订单，管理收款、退款与发票' },
    ],
  },
  {
    code: 'subAccount',
    name: '子账号管理',
    note: '查看子账号与角色名单',
    children: [
      { code: 'add_sub_account', name: '新增子账号', note: '邀请、修改和删除子账号' },
      { code: 'role_manage', name: '角色管理', note: '新建、修改和删除角色；设置审批规则，查看全企业的请购' },
      { code: 'work_log', name: '操作日志', note: '查看全企业的操作日志' },
    ],
  },
  {
    code: 'messages',
    name: '消息',
    note: '消息中心的回复与删除',
    children: [
      { code: 'message_reply', name: '回复消息', note: '写信、群发、回复消息，设置店铺自动回复' },
      { code: 'message_delete', name: '删除消息', note: '删除收到的消息' },
    ],
  },
  { code: 'corporate_show', name: '企业展示', note: '维护企业资料、店铺资料与能力标签', children: [] },
  {
    code: 'corporate_credit',
    name: '企业信用',
    note: '办理企业认证、认领，维护法定代表人、开票与收款账户',
    children: [],
  },
  { code: 'declaration_query', name: '申报查询', note: '查看本企业的全部项目申报', children: [] },
  { code: 'page_control', name: '页面控制', note: '设置企业信息各部分对谁公开', children: [] },
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

/** Label of a permission in the role editor. */
export const permissionName = (code: Permission): string => names.get(code) ?? code
