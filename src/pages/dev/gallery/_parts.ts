/** The pages of the gallery: /dev/gallery/KEY. The first one is also /dev/gallery. */
export const parts = [
  { key: 'colour', label: '颜色与字号' },
  { key: 'button', label: '按钮' },
  { key: 'input', label: '输入' },
  { key: 'state', label: '状态' },
  { key: 'nav', label: '导航' },
  { key: 'table', label: '表格' },
  { key: 'feedback', label: '反馈' },
  { key: 'empty', label: '加载与空' },
  { key: 'upload', label: '上传' },
  { key: 'price', label: '价格与时间' },
  { key: 'card', label: '卡片与行' },
  { key: 'mark', label: '标志与图版' },
] as const

export type PartKey = (typeof parts)[number]['key']
