import type { Step } from '../step.ts'

const page = { current: 1, pageSize: 20 }

/** Help, links, news, policies and parks, and recommendations of the home page. */
export const contentSteps: readonly Step[] = [
  { path: '/sys/question/menu/tree', as: 'visitor', names: ['data[].children[].categoryId'] },
  {
    path: '/sys/question/front/list-page',
    as: 'visitor',
    // 28 is register/login in the specification's links.
    send: () => ({ categoryId: '28', ...page }),
    names: ['total', 'data[].questionId', 'data[].title'],
    saveAs: { questionId: 'data[0].questionId' },
  },
  {
    path: '/sys/question/front/detail',
    as: 'visitor',
    send: ({ text }) => ({ questionId: text('questionId') }),
    names: ['questionId', 'title', 'body'],
  },
  {
    path: '/sys/feedback/submit',
    as: 'visitor',
    send: ({ text }) => ({ questionId: text('questionId'), useful: true }),
  },
  { path: '/sys/about-us/links/front/list-page', as: 'visitor', send: () => page, names: ['total', 'data[].url'] },
  { path: '/cloudLocation/yxzNewsList', as: 'visitor', names: ['total', 'data[].title'] },
  {
    path: '/cloudLocation/yxzNewsList',
    as: 'visitor',
    send: () => ({ beginTime: '2020-08-01', sourceTypes: ['企业', '园区'], ...page }),
    names: ['total', 'data'],
  },
  { path: '/cloudLocation/policyList', as: 'visitor', send: () => page, names: ['total', 'data[].title'] },
  {
    path: '/cloudLocation/parkSearchSafeList',
    as: 'visitor',
    send: () => page,
    names: ['total', 'data[].parkName'],
    saveAs: { parkId: 'data[0].parkId' },
  },
  { path: '/mall/tech-services/operation', as: 'visitor', names: ['data[].serviceName', 'data[].servicePrice'] },
  { path: '/mall/roadshow/operation', as: 'visitor', names: ['data'] },
]
