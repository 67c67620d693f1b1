/** The pages of the gallery: /dev/gallery/KEY. The first one is also /dev/gallery. */
export const parts = [
  { key: 'colour', label: '颜色与字号', page: '_Colour.astro' },
  { key: 'button', label: '按钮', page: '_Button.astro' },
  { key: 'input', label: '输入', page: '_Input.astro' },
  { key: 'state', label: '状态', page: '_State.astro' },
  { key: 'nav', label: '导航', page: '_Nav.astro' },
  { key: 'table', label: '表格', page: '_Table.astro' },
  { key: 'feedback', label: '反馈', page: '_Feedback.astro' },
  { key: 'empty', label: '加载与空', page: '_Empty.astro' },
  { key: 'upload', label: '上传', page: '_Upload.astro' },
  { key: 'price', label: '价格与时间', page: '_Price.astro' },
  { key: 'card', label: '卡片与行', page: '_Card.astro' },
  { key: 'mark', label: '标志与图版', page: '_Mark.astro' },
] as const

export type PartKey = (typeof parts)[number]['key']
