import type { Tone } from '../../../ui/text/state-shape.ts'

/** Rows for the tables of the gallery. */
export type Goods = {
  id: number
  name: string
  cas: string
  state: { tone: Tone; label: string }
  stock: number | null
  fen: number
  time: string
}

export const rows: readonly Goods[] = [
  {
    id: 1,
    name: '乙酰水杨酸 原料药 25 kg',
    cas: '50-78-2',
    state: { tone: 'good', label: '已上架' },
    stock: 36,
    fen: 164000,
    time: '2026-11-20T01:12:00Z',
  },
  {
    id: 2,
    name: '咖啡因标准品 色谱纯 250 mg',
    cas: '58-08-2',
    state: { tone: 'good', label: '已上架' },
    stock: 214,
    fen: 28600,
    time: '2026-11-19T09:40:26Z',
  },
  {
    id: 3,
    name: '对乙酰氨基酚对照品 100 mg',
    cas: '103-90-2',
    state: { tone: 'go', label: '审核中' },
    stock: null,
    fen: 32000,
    time: '2026-11-18T02:03:51Z',
  },
  {
    id: 4,
    name: '布洛芬杂质对照品套装',
    cas: '15687-27-1',
    state: { tone: 'bad', label: '未通过' },
    stock: 12,
    fen: 115000,
    time: '2026-11-15T00:22:09Z',
  },
]
