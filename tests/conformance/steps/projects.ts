import type { Stage, Step } from '../step.ts'

const page = { current: 1, pageSize: 20 }
const declaration = ({ run }: Stage) => ({ title: `规范核对申报 ${run}`, summary: '逐项核对申报表的字段。' })

/** A park booking, and a declaration from draft to withdrawal. */
export const projectsSteps: readonly Step[] = [
  {
    path: '/mall/booking/order',
    as: 'buyer2',
    send: ({ text, weekday }) => ({
      parkId: text('parkId'),
      visitOn: weekday(5),
      visitPart: 'am',
      people: 2,
      contact: '尉迟雅',
      mobile: '15866207319',
    }),
    // A second run finds its own booking of that day.
    codes: [200, 1130],
    names: ['bookingId', 'status'],
  },
  { path: '/mall/booking/last/get', as: 'buyer2', names: ['bookingId', 'parkId'] },
  {
    path: '/gov/project/declare',
    as: 'buyer2',
    send: (stage) => ({ ...declaration(stage), projectId: 1 }),
    names: ['declarationId', 'status', 'version'],
    saveAs: { declarationId: 'declarationId', declarationVersion: 'version' },
  },
  {
    path: '/gov/project/declare/update',
    as: 'buyer2',
    send: (stage) => ({
      ...declaration(stage),
      declarationId: stage.text('declarationId'),
      version: stage.number('declarationVersion'),
      amount: 100_000_00,
    }),
    names: ['declarationId', 'status'],
  },
  {
    path: '/gov/project/declare/list-page',
    as: 'buyer2',
    send: () => page,
    names: ['total', 'data[].declarationId', 'data[].title'],
  },
  {
    path: '/gov/project/declare/detail-all',
    as: 'buyer2',
    send: ({ text }) => ({ declarationId: text('declarationId') }),
    names: ['declarationId', 'history'],
  },
  {
    path: '/gov/project/declare/cancel',
    as: 'buyer2',
    send: ({ text }) => ({ declarationId: text('declarationId'), reason: '核对完毕' }),
    names: ['status'],
  },
]
