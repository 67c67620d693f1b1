/** Categories of the help centre by the specification's ids (2.1); the hot one gathers from the others. */
export const helpCategories = [
  { id: 1, name: '热门问题', intro: '提问最多的问题。' },
  { id: 28, name: '注册与登录', intro: '注册、登录、找回密码、更换手机号与登录设备。' },
  { id: 29, name: '企业认证', intro: '认证的步骤与期限，同事加入、子账号与角色权限。' },
  { id: 33, name: '服务选择', intro: '查找与比较研发服务，询价、下单、付款与验收。' },
  { id: 36, name: '商品选购', intro: '购物车、运费、付款、发票、退款与评价。' },
  { id: 51, name: '发布需求', intro: '填写需求、保护资料、邀请供应商、比较报价与选定。' },
  { id: 32, name: '发布服务', intro: '开通店铺、发布与修改服务、资质标签与店铺休假。' },
  { id: 48, name: '发布商品', intro: '商品与规格、批量导入、库存、运费与发货。' },
  { id: 52, name: '参与报价', intro: '订阅需求、提交与修改报价、密封报价与中标之后。' },
] as const

export type HelpCategory = (typeof helpCategories)[number]
export type HelpCategoryId = HelpCategory['id']

/** Category that gathers the hot questions of all others. */
export const hotCategory = 1

/** Ids of the categories that hold questions, as the choices of a form. */
export const questionCategories = ['28', '29', '33', '36', '51', '32', '48', '52'] as const

/** The menu tree: headings and the categories below each. */
export const helpMenu: readonly { readonly name: string; readonly ids: readonly HelpCategoryId[] }[] = [
  { name: '新手指南', ids: [1, 28, 29] },
  { name: '买家指南', ids: [33, 36, 51] },
  { name: '卖家指南', ids: [32, 48, 52] },
]

/** A category by its id; undefined for an id that is none. */
export const findHelpCategory = (id: number): HelpCategory | undefined => helpCategories.find((each) => each.id === id)

/** Words offered below the search of the help centre: each finds something (tests/calls/content). */
export const helpHotKeywords = ['执照识别', '付款凭证', '修改报价', '红冲发票'] as const
