import type { Stage, Step } from '../step.ts'

const session = [
  'token',
  'userName',
  'authStatus',
  'userInfo.loginName',
  'userInfo.userId',
  'userInfo.realName',
  'userInfo.avatar',
  'userInfo.loginPassword',
  'userInfo.resources',
  'userInfo.isSaler',
]
const password = 'Shiyan#2026'
/** Requests a code for a number. */
const codeStep = (path: string, as: Step['as'], mobile: (stage: Stage) => string, more: object = {}): Step => ({
  path,
  as,
  captcha: true,
  send: async (stage) => ({ mobile: mobile(stage), ...more, ...(await stage.captcha()) }),
})
const ofPerson = '13912340617'

/** Names, numbers, captchas and codes; sign-in and registration; the own account. */
export const accountsSteps: readonly Step[] = [
  {
    path: '/get/serviceid',
    as: 'visitor',
    names: ['platformServiceId'],
    saveAs: { platformServiceId: 'platformServiceId' },
  },
  {
    path: '/user-center/user/login',
    as: 'newcomer',
    send: () => ({ loginName: 'buyer', password: 'Demo@2026', keepLogin: true }),
    names: session,
    saveAs: { buyerId: 'userInfo.userId' },
  },
  {
    path: '/user-center/user/login',
    as: 'visitor',
    send: ({ run }) => ({ loginName: `nobody${run}`, password: 'wrong' }),
    codes: [1001],
  },
  {
    path: '/user-center/user/login/captcha',
    as: 'visitor',
    send: () => ({ w: 130, h: 48 }),
    names: ['captchaId', 'image'],
  },
  { path: '/user-center/user/login-name/unique-check', as: 'visitor', send: ({ run }) => ({ loginName: `xin${run}` }) },
  {
    path: '/user-center/user/login-name/exist-check',
    as: 'visitor',
    captcha: true,
    send: async ({ captcha }) => ({ loginName: 'buyer', ...(await captcha()) }),
  },
  { path: '/user-center/user/mobile/validity-check', as: 'visitor', send: () => ({ mobile: '138 0000 0000' }) },
  codeStep('/message/sms/mobile/captcha', 'newcomer', ({ mobile }) => mobile(1), { purpose: 'register' }),
  {
    path: '/user-center/user/mobile/unique-check',
    as: 'newcomer',
    captcha: true,
    send: async ({ mobile, codeTo }) => ({ mobile: mobile(1), smsCode: await codeTo(mobile(1)) }),
  },
  {
    path: '/user-center/user/register',
    as: 'newcomer',
    captcha: true,
    send: async ({ mobile, codeTo, run }) => ({
      loginName: `ren${run}`,
      mobile: mobile(1),
      smsCode: await codeTo(mobile(1)),
      password,
      agreed: true,
    }),
    names: session,
    saveAs: { newcomerId: 'userInfo.userId' },
  },
  codeStep('/message/sms/mobile/captcha', 'newSupplier', ({ mobile }) => mobile(2), { purpose: 'register' }),
  {
    path: '/company/supplier/register',
    as: 'newSupplier',
    captcha: true,
    send: async ({ mobile, codeTo, run }) => ({
      loginName: `gong${run}`,
      mobile: mobile(2),
      smsCode: await codeTo(mobile(2)),
      password,
      agreed: true,
      companyName: `示例检测${run}有限公司`,
      contactName: '方绍',
    }),
    names: session,
  },
  codeStep('/user-center/user/mobile/register-login/captcha', 'newByMobile', ({ mobile }) => mobile(3)),
  {
    path: '/user-center/user/mobile/register-login',
    as: 'newByMobile',
    captcha: true,
    send: async ({ mobile, codeTo }) => ({ mobile: mobile(3), smsCode: await codeTo(mobile(3)), agreed: true }),
    names: session,
  },
  codeStep('/user-center/user/mobile/login/captcha', 'visitor', () => ofPerson),
  {
    path: '/user-center/user/mobile/login',
    as: 'visitor',
    captcha: true,
    send: async ({ codeTo }) => ({ mobile: ofPerson, smsCode: await codeTo(ofPerson) }),
    names: session,
  },
  codeStep('/user-center/mobile/reset-password-captcha/send', 'newByMobile', () => '13800000003'),
  {
    path: '/user-center/mobile/reset-password-captcha/check',
    as: 'newByMobile',
    captcha: true,
    send: async ({ codeTo }) => ({ mobile: '13800000003', smsCode: await codeTo('13800000003') }),
    names: ['ticket'],
    saveAs: { resetTicket: 'ticket' },
  },
  {
    path: '/user-center/user/password/forget/mobile',
    as: 'newByMobile',
    captcha: true,
    send: (stage) => ({ mobile: '13800000003', ticket: ticketOf(stage), password }),
    names: ['loginName'],
  },
  codeStep('/user-center/mobile/reset-password-captcha/send', 'newSupplier', () => '13880702046'),
  {
    path: '/user-center/user/mobile-captcha-check',
    as: 'newSupplier',
    captcha: true,
    send: async ({ codeTo }) => ({
      mobile: '13880702046',
      smsCode: await codeTo('13880702046'),
      purpose: 'resetPassword',
    }),
    names: ['ticket'],
  },
  // No single sign-on is configured in the demo.
  { path: '/fmall/company/getUnAwareLoginKey', as: 'visitor', codes: [200, 1070] },
  {
    path: '/user-center/user/profile',
    as: 'buyer',
    names: ['userId', 'loginName', 'realName', 'avatar', 'loginPassword', 'resources', 'isSaler'],
    saveAs: { buyerId: 'userId', buyerCompany: 'companyId' },
  },
  { path: '/user-center/user/profile', as: 'seller', saveAs: { sellerCompany: 'companyId' } },
  { path: '/user-center/user/profile/update', as: 'buyer', send: () => ({ jobTitle: '采购总监' }), names: ['userId'] },
  codeStep('/message/sms/mobile/captcha', 'newcomer', ({ mobile }) => mobile(4), { purpose: 'newMobile' }),
  {
    path: '/user-center/user/mobile/reset',
    as: 'newcomer',
    captcha: true,
    send: async ({ mobile, codeTo }) => ({ password, newMobile: mobile(4), smsCode: await codeTo(mobile(4)) }),
    names: ['mobile'],
  },
  {
    path: '/user-center/user/password/reset',
    as: 'newcomer',
    captcha: true,
    send: () => ({ oldPassword: password, newPassword: 'Yanfa#2027' }),
  },
  {
    path: '/user-center/email/captcha/send',
    as: 'newcomer',
    captcha: true,
    send: async ({ captcha, run }) => ({ email: `${run}@example.com`, ...(await captcha()) }),
  },
  // Changing sign-in data requires reauthentication, for which the specification has no call.
  {
    path: '/user-center/user/reauthenticate',
    as: 'newcomer',
    own: true,
    captcha: true,
    send: () => ({ password: 'Yanfa#2027' }),
  },
  {
    path: '/user-center/email/bind',
    as: 'newcomer',
    captcha: true,
    send: async ({ codeTo, run }) => ({ email: `${run}@example.com`, emailCode: await codeTo(`${run}@example.com`) }),
    names: ['email'],
  },
  {
    path: '/user-center/user/get-by-userId',
    as: 'buyer',
    send: ({ text }) => ({ userId: text('platformServiceId') }),
    names: ['userId', 'name', 'avatar'],
  },
]

/** Ticket of the preceding check; a placeholder if there is none. */
function ticketOf({ text }: Stage): string {
  try {
    return text('resetTicket')
  } catch {
    return 'none'
  }
}
