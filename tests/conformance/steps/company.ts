import type { Step } from '../step.ts'

const company = (name: string) => ({
  shortName: name,
  districtCode: '510107',
  address: '天府大道 88 号',
  intro: '药物研发',
  contactName: '仲晓妮',
  contactPhone: '028-88880000',
  contactEmail: 'lianxi@example.com',
  scale: '50~149 人',
})

const permission = {
  contact: 'signed_in',
  address: 'public',
  creditCode: 'public',
  legalPerson: 'public',
  founded: 'public',
  scale: 'public',
}

/** Companies: details, certification, documents and public data. */
export const companySteps: readonly Step[] = [
  {
    path: '/fmall/company/validateOrgInfoUnique',
    as: 'person',
    send: ({ run }) => ({ companyName: `示例${run}有限公司` }),
  },
  { path: '/fmall/company/userAppJoinOrgInfo', as: 'person', send: () => ({ inviteCode: 'none' }), codes: [1045] },
  { path: '/fmall/company/info', as: 'buyer', names: ['companyId', 'isSaler', 'authStatus'] },
  { path: '/fmall/company/buyer/save-or-update', as: 'buyer', send: () => company('衡序'), names: ['isSaler'] },
  {
    path: '/fmall/company/saler/save-or-update',
    as: 'seller',
    send: ({ text }) => ({ ...company('砺川'), serviceClasses: [text('classCode')] }),
    names: ['isSaler'],
  },
  { path: '/system/org-info-permission/get', as: 'buyer' },
  { path: '/system/org-info-permission/set', as: 'buyer', send: () => permission },
  { path: '/fmall/company/auth/info', as: 'buyer', names: ['authStatus', 'isSaler'] },
  { path: '/user-center/organization-auth/detail', as: 'buyer', names: ['authStatus', 'companyName'] },
  { path: '/files/upload', as: 'person', own: true, upload: 'licence', saveAs: { licence: 'fileId' } },
  {
    path: '/system/ocr/business-license',
    as: 'person',
    send: ({ text }) => ({ fileId: text('licence') }),
    names: ['companyName', 'creditCode'],
  },
  {
    path: '/user-center/organization-auth/save',
    as: 'person',
    // A second run on the same product finds the certification of the first one still under review.
    codes: [200, 1043],
    send: ({ text, run }) => ({
      companyName: `示例药研${run}有限公司`,
      creditCode: '91350100M000100Y43',
      legalPerson: '温时雨',
      districtCode: '510107',
      address: '人民南路 1 号',
      licenceFileId: text('licence'),
    }),
    names: ['status'],
  },
  {
    path: '/fmall/company/user-card/save-or-update',
    as: 'buyer',
    send: () => ({ name: '仲晓妮', jobTitle: '采购总监' }),
  },
  { path: '/fmall/company/user-card/detail', as: 'buyer', names: ['userId', 'name', 'companyName'] },
  { path: '/user-center/organization/legal-person/save', as: 'buyer', send: () => ({ name: '仲晓妮' }) },
  { path: '/user-center/organization/legal-person/get', as: 'buyer', names: ['name'] },
  {
    path: '/user-center/organization/invoice/save',
    as: 'buyer',
    send: () => ({ title: '成都衡序医药科技有限公司', taxNo: '91350100M000100Y43' }),
  },
  { path: '/user-center/organization/invoice/get', as: 'buyer', names: ['title', 'taxNo'] },
  { path: '/user-center/user/reauthenticate', as: 'buyer', own: true, send: () => ({ password: 'Demo@2026' }) },
  {
    path: '/fmall/user-account/save',
    as: 'buyer',
    send: () => ({ bankName: '示例银行成都分行', accountNo: '6222020200112233' }),
  },
  { path: '/fmall/user-account/detail', as: 'buyer', names: ['accountName', 'bankName', 'accountNo'] },
]
