import { isRecord } from '../client.ts'
import type { Stage, Step } from '../step.ts'
import { at } from '../wire.ts'

const page = { current: 1, pageSize: 20 }
const entry = ['id', 'orgId', 'sendOrgId', 'name', 'avatar', 'lastWord', 'count', 'addTime', 'isStoreIdentity']
const message = [
  'sendId',
  'receiveId',
  'sendOrgId',
  'receiveOrgId',
  'isOrg',
  'isOrgSend',
  'content',
  'addTime',
  'qos',
  'plateFormCode',
]
const letter = { subject: '样品寄送', text: '样品已于今日寄出，请查收。' }
/** A shop as addressed by a visitor, in the specification's payload. */
const shop = ({ number }: Stage) => ({
  receiveId: number('sellerCompany'),
  receiveOrgId: number('sellerCompany'),
  isOrg: true,
  sendOrgId: null,
  isOrgSend: false,
  plateFormCode: 'web',
})
const person = ({ number }: Stage) => ({
  receiveId: number('buyerId'),
  receiveOrgId: null,
  isOrg: false,
  plateFormCode: 'web',
  sendOrgId: number('sellerCompany'),
  isOrgSend: true,
})
const isTrue = (content: unknown) => (content === true ? undefined : 'a sent message answers true')

/** Chat of a buyer with a shop; both kinds of the message centre; letters to one and to many recipients. */
export const chatSteps: readonly Step[] = [
  {
    path: '/message/mqtt/send-msg',
    as: 'buyer',
    send: (stage) => ({
      ...shop(stage),
      sendId: stage.number('buyerId'),
      qos: 2,
      content: JSON.stringify({ text: `您好 ${stage.run}` }),
    }),
    check: isTrue,
  },
  {
    path: '/message/mqtt/send-msg',
    as: 'seller',
    send: (stage) => ({
      ...person(stage),
      sendId: stage.number('sellerCompany'),
      qos: 2,
      content: `您好，请讲 ${stage.run}`,
    }),
    check: isTrue,
  },
  {
    path: '/message/index/contact/user-list',
    as: 'buyer',
    names: entry.map((name) => `[].${name}`),
    check: (content, { number }) =>
      Array.isArray(content) && content.some((row) => isRecord(row) && row.orgId === number('sellerCompany'))
        ? undefined
        : 'the shop is not among the conversations',
  },
  {
    path: '/message/mqtt/record-list',
    as: 'buyer',
    send: (stage) => ({ ...shop(stage), isStoreIdentity: 2, ...page }),
    names: ['total', ...message.map((name) => `data[].${name}`)],
    // A client distinguishes its own messages by sender alone.
    check: (content, { number }) => {
      const [theirs, own] = [at(content, 'data[0]'), at(content, 'data[1]')]
      if (!isRecord(theirs) || theirs.sendId !== number('sellerCompany'))
        return `sendId of the shop is ${JSON.stringify(theirs)}`
      if (!isRecord(own) || own.sendId !== number('buyerId')) return `sendId of the buyer is ${JSON.stringify(own)}`
      return own.receiveId === number('sellerCompany') ? undefined : `receiveId of the shop is ${String(own.receiveId)}`
    },
  },
  {
    path: '/message/mqtt/respective-amount-count',
    as: 'buyer',
    names: ['count', 'bizMsgList', 'userMsgList'],
  },
  { path: '/message/mqtt/unread-amount-count', as: 'buyer' },
  {
    path: '/message/index/contact/page-message-group',
    as: 'buyer',
    send: () => page,
    names: ['total', ...entry.map((name) => `data[].${name}`)],
  },
  {
    path: '/message/index/contact/message-record',
    as: 'buyer',
    send: ({ run }) => ({ keyword: run, ...page }),
    names: ['total', ...message.map((name) => `data[].${name}`)],
  },
  {
    path: '/message/record/list-page',
    as: 'buyer',
    send: () => page,
    names: ['total', 'data[].recordId', 'data[].title'],
    saveAs: { recordId: 'data[0].recordId' },
  },
  { path: '/message/record/read', as: 'buyer', send: ({ number }) => ({ recordIds: [number('recordId')] }) },
  { path: '/message/record/delete', as: 'buyer', send: ({ number }) => ({ recordIds: [number('recordId')] }) },
  { path: '/message/group/info', as: 'buyer', names: ['groups', 'total', 'data'] },
  {
    path: '/message/send/online-message',
    as: 'seller',
    send: ({ number }) => ({ receiveOrgId: number('buyerCompany'), ...letter }),
    names: ['recordId'],
  },
  {
    path: '/message/record/mine/list-page',
    as: 'buyer',
    send: () => page,
    names: ['total', 'data[].recordId', 'data[].subject'],
    saveAs: { letterId: 'data[0].recordId' },
  },
  {
    path: '/message/record/reply',
    as: 'buyer',
    send: ({ text }) => ({ recordId: text('letterId'), text: '已收到，谢谢。' }),
    names: ['recordId'],
  },
  {
    path: '/message/send/group-message',
    as: 'buyer',
    send: () => ({ group: 'colleagues', ...letter }),
    names: ['recordId'],
  },
  { path: '/message/record/read-all', as: 'buyer', send: () => ({ kind: 'business' }) },
]
